import { randomBytes } from 'node:crypto'
import { variablePrefix } from '#protocol/manifest/manifest-names.ts'

export interface ManifestOptions {
  id: string
  name: string | undefined
  /** URL that receives orders. */
  baseUrl: string
  ssoUrl: string | undefined
  /** URL of the service during development. */
  testUrl: string
  variables: readonly string[]
}

/** A new manifest with random secrets. */
export function newManifest({ id, name, baseUrl, ssoUrl, testUrl, variables }: ManifestOptions) {
  const path = (url: string) => (URL.canParse(url) ? new URL(url).pathname.replace(/\/+$/, '') : '')
  const origin = (url: string) => (URL.canParse(url) ? new URL(url).origin : url)
  const sso = ssoUrl ?? `${origin(baseUrl)}/sso`
  const secret = () => randomBytes(32).toString('hex')
  return {
    id,
    ...(name !== undefined && { name }),
    api: {
      config_vars: variables.length > 0 ? variables : [`${variablePrefix(id)}_URL`],
      password: secret(),
      sso_salt: secret(),
      regions: ['eu'],
      production: { base_url: baseUrl, sso_url: sso },
      test: {
        base_url: `${origin(testUrl)}${path(baseUrl)}`,
        sso_url: `${origin(testUrl)}${path(sso)}`,
      },
    },
  }
}
