import { TrieRouter } from 'hono/router/trie-router'
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
  /** Whether everyone gets the same bytes from it. */
  readonly isStatic: boolean
}

/** The route of a request, and the parameters of its path. */
interface FoundRoute {
  route: Route
  params: Record<string, string>
}

/** Finds the route of a path as the client wrote it. */
export type FindRoute = (method: string, path: string) => FoundRoute | undefined

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
const routedPath = (method: string, path: string): string =>
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
      isStatic: [...route.endpoints.values()].some(({ isStatic }) => isStatic),
    }))
}

const isOnlyForPages = ({ isPage, isSameOrigin }: Endpoint) =>
  isPage === true || isSameOrigin === true

/** Sort key that puts a parameter after every fixed segment, and one with a suffix before one without. */
const rankOf = (path: string) => path.replace(/:\w+(?=\.)/g, '\ufffe').replace(/:\w+/g, '\uffff')

const compare = (one: string, other: string) => (one < other ? -1 : 1)

/** Looks routes up in a router of hono, made for the first request: many a bridge is never asked. */
export function createRouteFinder(endpoints: readonly Endpoint[]): FindRoute {
  let router: ReturnType<typeof routerOf> | undefined
  return (method, path) => {
    router ??= routerOf(endpoints)
    const [[match]] = router.match('ALL', routedPath(method, path))
    if (!match) return undefined
    const [{ route, readParams }, sent] = match
    return { route, params: readParams(sent as Record<string, string>) }
  }
}

type ReadParams = (sent: Readonly<Record<string, string>>) => Record<string, string>

/** The router of hono that allows a fixed segment and a parameter at the same position. */
function routerOf(endpoints: readonly Endpoint[]) {
  const router = new TrieRouter<{ route: Route; readParams: ReadParams }>()
  for (const route of routesOf(endpoints)) {
    router.add('ALL', honoPattern(route.path), { route, readParams: paramReader(route.path) })
  }
  return router
}

const suffixed = /:(\w+)(\.\w+)/g

/** The path as a pattern of hono, which knows suffixes only as regular expressions. */
const honoPattern = (path: string): string =>
  path.replace(suffixed, (_, name, suffix) => `:${name}{[^/]+\\${suffix}}`)

/** Reads the parameters of a path, decoded and without their fixed suffixes. Most paths have none, which is found out once. */
function paramReader(path: string): ReadParams {
  if (!path.includes(':')) return () => ({})
  const suffixes = new Map([...path.matchAll(suffixed)].map(([, name, suffix]) => [name, suffix]))
  const read = ([name, sent]: [string, string]) => {
    const value = decoded(sent)
    return [name, value.slice(0, value.length - (suffixes.get(name)?.length ?? 0))] as const
  }
  return (sent) => Object.fromEntries(Object.entries(sent).map(read))
}

/** A path that cannot be decoded is reported as missing. */
function decoded(text: string): string {
  if (!text.includes('%')) return text
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
