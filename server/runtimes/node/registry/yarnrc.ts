import type { Environment } from '#platform/applications/environment.ts'
import type { HomeFile } from '#platform/deployments/recipe/recipe.ts'
import { registryAccess, unsafeHost } from './registry-access.ts'

/** The operator's registry and the credentials as Yarn 2 and later read them; they know no `.npmrc`. */
export function yarnrc(environment: Environment): HomeFile[] {
  const access = registryAccess(environment)
  const lines = [
    '# Packages come from {{npm_config_registry:host}} unless the application says otherwise.',
    'npmRegistryServer: "{{npm_config_registry}}"',
  ]
  if (access) {
    const { place, by } = access
    lines.push(
      'npmRegistries:',
      `  "//${place}":`,
      '    npmAlwaysAuth: true',
      by === 'token'
        ? '    npmAuthToken: "{{NPM_TOKEN}}"'
        : '    npmAuthIdent: "{{CC_NPM_BASIC_AUTH:base64}}"',
    )
  }
  lines.push(...unsafeHosts(unsafeHost(environment)))
  return [{ path: '.yarnrc.yml', template: `${lines.join('\n')}\n` }]
}

/** This Yarn asks no registry without encryption unless its name stands here. */
const unsafeHosts = (named: string | undefined): string[] =>
  named === undefined
    ? ['unsafeHttpWhitelist: ["{{npm_config_registry:unsafeHost}}"]']
    : ['unsafeHttpWhitelist:', `  - "${named}"`, '  - "{{npm_config_registry:unsafeHost}}"']
