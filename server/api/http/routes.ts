import type { Endpoint } from './endpoint.ts'

/** A path and the endpoints that are served there, one for each method that it knows. */
export interface Route {
  /** A pattern of hono: `/v2/self/keys/:name`. */
  readonly path: string
  readonly endpoints: ReadonlyMap<string, Endpoint>
  /** Whether browsers come here. */
  readonly hasPage: boolean
}

/** What is served under a second prefix too: the caller's own space, and the names that clients knew before. */
const otherPrefixes: readonly (readonly [string, string])[] = [
  ['/v2/organisations/:ownerId/', '/v2/self/'],
  ['/v2/oauth/', '/oauth/'],
  ['/v2/sessions/', '/v2/session/'],
]

/** What clients build with a slash at the end. */
const otherPaths: ReadonlyMap<string, string> = new Map([['/v2/self/tokens', '/v2/self/tokens/']])

/** The paths under which an endpoint is served. */
export function pathsOf({ path }: Pick<Endpoint, 'path'>): string[] {
  const others = otherPrefixes
    .filter(([prefix]) => path.startsWith(prefix))
    .map(([prefix, other]) => other + path.slice(prefix.length))
  return [path, ...others, ...[otherPaths.get(path) ?? []].flat()]
}

/** The routes of a list of endpoints, in the order in which a router tries them: a fixed segment before a parameter. */
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
    .sort((one, other) => compare(rankOf(one.path), rankOf(other.path)))
    .map((route) => ({
      ...route,
      hasPage: [...route.endpoints.values()].some(({ isPage }) => isPage),
    }))
}

/** Sorts a parameter behind every fixed segment at its place. */
const rankOf = (path: string) => path.replace(/:\w+/g, '\uffff')

const compare = (one: string, other: string) => (one < other ? -1 : 1)
