import type { Environment } from '#platform/applications/environment.ts'
import type { HomeFile } from '#platform/deployments/recipe.ts'
import { registryAccess } from './registry-access.ts'

/** The credentials as npm, pnpm, Bun and Yarn 1 read them. */
export function npmrc(environment: Environment, { alwaysAuth = false } = {}): HomeFile[] {
  const access = registryAccess(environment)
  if (!access) return []
  const { place, by } = access
  const lines = [
    by === 'token'
      ? `//${place}/:_authToken={{NPM_TOKEN}}`
      : `//${place}/:_auth={{CC_NPM_BASIC_AUTH:base64}}`,
    // Yarn 1 would otherwise not send them for packages without a scope.
    ...(alwaysAuth ? [`//${place}/:always-auth=true`] : []),
  ]
  return [{ path: '.npmrc', template: `${lines.join('\n')}\n` }]
}
