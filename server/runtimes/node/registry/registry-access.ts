import { withoutTrailingSlashes } from '#kit/net/slashes.ts'
import type { Environment } from '#platform/applications/environment.ts'
import { Failure } from '#platform/deployments/failure.ts'
import { quote } from '#runtimes/quote.ts'
import { setting } from '#runtimes/setting.ts'

/** How the build proves to a registry who it is. */
export interface RegistryAccess {
  /** Host, port and path, without a slash at the end; a placeholder for the operator's registry. */
  place: string
  by: 'token' | 'password'
}

/** Values of `CC_NPM_REGISTRY` that stand for a host. */
const shorthands: ReadonlyMap<string, string> = new Map([['github', 'npm.pkg.github.com']])

export const hasRegistryCredentials = (environment: Environment): boolean =>
  ['NPM_TOKEN', 'CC_NPM_BASIC_AUTH'].some((name) => setting(environment, name) !== undefined)

/** `NPM_TOKEN` or `CC_NPM_BASIC_AUTH` for `CC_NPM_REGISTRY`; nothing without credentials. */
export function registryAccess(environment: Environment): RegistryAccess | undefined {
  if (!hasRegistryCredentials(environment)) return undefined
  const token = setting(environment, 'NPM_TOKEN')
  if (token !== undefined && setting(environment, 'CC_NPM_BASIC_AUTH') !== undefined) {
    throw new Failure(
      'recipe',
      'NPM_TOKEN and CC_NPM_BASIC_AUTH exclude each other: keep one of them.',
    )
  }
  const by = token === undefined ? 'password' : 'token'
  const url = namedRegistry(environment)
  if (url === undefined) return { place: '{{npm_config_registry:host}}', by }
  return { place: `${url.host}${withoutTrailingSlashes(url.pathname)}`, by }
}

/** The name alone of a registry that is reached without encryption, as the owner has written. */
export function unsafeHost(environment: Environment): string | undefined {
  const url = namedRegistry(environment)
  return url?.protocol === 'http:' ? url.hostname : undefined
}

function namedRegistry(environment: Environment): URL | undefined {
  const written = setting(environment, 'CC_NPM_REGISTRY')
  if (written === undefined) return undefined
  const registry = shorthands.get(written) ?? written
  const address = /^https?:\/\//i.test(registry)
    ? registry
    : `https://${registry.replace(/^\/\//, '')}`
  const url = URL.canParse(address) ? new URL(address) : undefined
  const isPlain = url && !url.username && !url.password && !url.search && !url.hash
  if (!isPlain || !/^[\w.-]+$/.test(url.hostname) || !/^[\w./~@+-]*$/.test(url.pathname)) {
    throw new Failure(
      'recipe',
      `CC_NPM_REGISTRY is ${quote(registry)}, and it must be a host or an address, such as npm.example.org.`,
    )
  }
  return url
}
