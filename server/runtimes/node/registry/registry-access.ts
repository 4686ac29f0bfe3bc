import { parse } from 'ini'
import { withoutTrailingSlashes } from '#kit/net/slashes.ts'
import { Failure } from '#platform/model/hosting/deployments/failure.ts'
import type { Environment } from '#platform/model/hosting/environment.ts'
import type { BuildStep, HomeFile } from '#platform/model/hosting/recipe/recipe.ts'
import type { Project } from '#runtimes/node/project.ts'
import { quote, setting } from '#runtimes/variable.ts'

/** Credentials of the build for a registry. */
export interface RegistryAccess {
  /** Host, port and path without a trailing slash; a placeholder for the operator's registry. */
  place: string
  by: 'token' | 'password'
}

/** Aliases of hosts in `CC_NPM_REGISTRY`. */
const shorthands: ReadonlyMap<string, string> = new Map([['github', 'npm.pkg.github.com']])

export const hasRegistryCredentials = (environment: Environment): boolean =>
  ['NPM_TOKEN', 'CC_NPM_BASIC_AUTH'].some((name) => setting(environment, name) !== undefined)

/** `NPM_TOKEN` or `CC_NPM_BASIC_AUTH` for `CC_NPM_REGISTRY`; `undefined` without credentials. */
function registryAccess(environment: Environment): RegistryAccess | undefined {
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

/** Host name of a registry that the owner has configured with plain HTTP. */
function unsafeHost(environment: Environment): string | undefined {
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

const operators = [
  '# Packages come from {{npm_config_registry:host}} unless the application says otherwise.',
  'registry={{npm_config_registry}}',
]

interface NpmrcOptions {
  /** Needed by managers that otherwise send no credentials for packages without a scope. */
  alwaysAuth?: boolean
  /** Needed by managers that do not get the operator's registry in another way. */
  withRegistry?: boolean
}

/** Credentials in the format of npm, pnpm, Bun and Yarn 1. */
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

/** The operator's registry and the credentials in the format of Yarn 2 and later, which ignore `.npmrc`. */
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

/** Yarn 2 and later use plain HTTP only for hosts in this list. */
const unsafeHosts = (named: string | undefined): string[] =>
  named === undefined
    ? ['unsafeHttpWhitelist: ["{{npm_config_registry:unsafeHost}}"]']
    : ['unsafeHttpWhitelist:', `  - "${named}"`, '  - "{{npm_config_registry:unsafeHost}}"']

/** Whether the application configures its own default registry. */
export async function hasOwnRegistry({ source, lockSource }: Project): Promise<boolean> {
  const texts = [await source.read('.npmrc'), await lockSource.read('.npmrc')]
  return texts.some((text) => 'registry' in parse(text ?? ''))
}

/**
 * The step without the operator's registry in its environment, where it would override every file; Bun would even send
 * it the credentials for the other registry.
 */
export const byFilesAlone = ({ command, ...step }: BuildStep): BuildStep => ({
  ...step,
  command: ['env', '-u', 'npm_config_registry', ...command],
})
