import { newSecret } from '#kit/text/ids.ts'
import { variablePrefix } from '#protocol/manifest/manifest-names.ts'

/** A manifest of a provider on this machine; `more` is merged into its `api`. */
export const newManifest = (id: string, more: Record<string, unknown> = {}) => {
  const urls = { base_url: 'http://127.0.0.1:9/resources', sso_url: 'http://127.0.0.1:8/sso' }
  return {
    id,
    name: `The ${id}`,
    api: {
      config_vars: [`${variablePrefix(id)}_URL`],
      password: newSecret(),
      sso_salt: newSecret(),
      regions: ['eu'],
      production: urls,
      test: urls,
      ...more,
    },
  }
}
