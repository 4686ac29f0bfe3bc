import type { Endpoint } from './endpoint.ts'

/** A path with its endpoints by method. */
export interface Route {
  /** `/v2/self/keys/:name`; a parameter may have a fixed suffix: `/invoices/:number.pdf`. */
  readonly path: string
  readonly endpoints: ReadonlyMap<string, Endpoint>
  /** Whether it serves a page for browsers. */
  readonly hasPage: boolean
  /** Whether only pages of our own origin may read it. */
  readonly isSameOrigin: boolean
}

/** Alternative prefixes: the caller's own space, and names that older clients use. */
const otherPrefixes: readonly (readonly [string, string])[] = [
  ['/v2/organisations/:ownerId/', '/v2/self/'],
  ['/v2/oauth/', '/oauth/'],
  ['/v2/sessions/', '/v2/session/'],
]

/** Paths that clients send with a trailing slash. */
const otherPaths: ReadonlyMap<string, string> = new Map([['/v2/self/tokens', '/v2/self/tokens/']])

/**
 * The path to look up: one that is read may end with a slash, as people type it. One that is changed may not, because
 * there an empty name at the end, such as that of a variable, would change everything of its kind.
 */
export const routedPath = (method: string, path: string): string =>
  (method === 'GET' || method === 'HEAD') && path.length > 1 && path.endsWith('/')
    ? path.slice(0, -1)
    : path

/** All paths of an endpoint. */
export function pathsOf({ path }: Pick<Endpoint, 'path'>): string[] {
  const others = otherPrefixes
    .filter(([prefix]) => path.startsWith(prefix))
    .map(([prefix, other]) => other + path.slice(prefix.length))
  return [path, ...others, ...[otherPaths.get(path) ?? []].flat()]
}

/** Routes of the endpoints in matching order: fixed segments before parameters. */
export function routesOf(endpoints: readonly Endpoint[]): Route[] {
  const byPattern = new Map<string, { path: string; endpoints: Map<string, Endpoint> }>()
  for (const endpoint of endpoints) {
    for (const path of pathsOf(endpoint)) {
      const pattern = path.replace(/:\w+/g, ':')
      const route = byPattern.get(pattern) ?? { path, endpoints: new Map() }
      if (route.path !== path) throw new Error(`${path} is ${route.path} by another name`)
      if (route.endpoints.has(endpoint.method)) {
        throw new Error(`${endpoint.method} ${path} is there twice`)
      }
      route.endpoints.set(endpoint.method, endpoint)
      byPattern.set(pattern, route)
    }
  }
  return [...byPattern.values()]
    .map((route) => ({ route, rank: rankOf(route.path) }))
    .sort((one, other) => compare(one.rank, other.rank))
    .map(({ route }) => ({
      ...route,
      hasPage: [...route.endpoints.values()].some(({ isPage }) => isPage),
      isSameOrigin: [...route.endpoints.values()].some(isOnlyForPages),
    }))
}

const isOnlyForPages = ({ isPage, isSameOrigin }: Endpoint) =>
  isPage === true || isSameOrigin === true

/** Sort key that puts a parameter after every fixed segment, and one with a suffix before one without. */
const rankOf = (path: string) => path.replace(/:\w+(?=\.)/g, '\ufffe').replace(/:\w+/g, '\uffff')

const compare = (one: string, other: string) => (one < other ? -1 : 1)

const suffixed = /:(\w+)(\.\w+)/g

/** The path as a pattern of hono, which knows suffixes only as regular expressions. */
export const honoPattern = (path: string): string =>
  path.replace(suffixed, (_, name, suffix) => `:${name}{[^/]+\\${suffix}}`)

/** Reads the parameters of a path without their fixed suffixes. Most paths have neither, which is found out once. */
export function readParams(
  path: string,
): (request: { param(): Record<string, string> }) => Record<string, string> {
  if (!path.includes(':')) return () => ({})
  const suffixes = new Map([...path.matchAll(suffixed)].map(([, name, suffix]) => [name, suffix]))
  if (suffixes.size === 0) return (request) => request.param()
  const bare = ([name, value]: [string, string]) =>
    [name, value.slice(0, value.length - (suffixes.get(name)?.length ?? 0))] as const
  return (request) => Object.fromEntries(Object.entries(request.param()).map(bare))
}
