import type { Environment } from '#platform/applications/environment.ts'
import type { HomeFile } from '#platform/deployments/recipe/recipe.ts'
import { type RegistryAccess, registryAccess } from './registry-access.ts'

const operators = [
  '# Packages come from {{npm_config_registry:host}} unless the application says otherwise.',
  'registry={{npm_config_registry}}',
]

export interface NpmrcOptions {
  /** The manager would otherwise not send credentials for packages without a scope. */
  alwaysAuth?: boolean
  /** The manager does not hear of the operator's registry in another way. */
  withRegistry?: boolean
}

/** The credentials as npm, pnpm, Bun and Yarn 1 read them. */
export function npmrc(
  environment: Environment,
  { alwaysAuth = false, withRegistry = false }: NpmrcOptions = {},
): HomeFile[] {
  const lines = withRegistry ? [...operators] : []
  const access = registryAccess(environment)
  if (access) lines.push(credentials(access))
  if (access && alwaysAuth) lines.push(`//${access.place}/:always-auth=true`)
  return lines.length === 0 ? [] : [{ path: '.npmrc', template: `${lines.join('\n')}\n` }]
}

const credentials = ({ place, by }: RegistryAccess) =>
  by === 'token'
    ? `//${place}/:_authToken={{NPM_TOKEN}}`
    : `//${place}/:_auth={{CC_NPM_BASIC_AUTH:base64}}`
