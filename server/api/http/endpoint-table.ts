import type { Endpoint } from './endpoint.ts'

export interface Match {
  endpoint: Endpoint
  params: Record<string, string>
}

/** What is served at a path. */
export interface Place {
  /** One for each method that it knows. */
  readonly endpoints: readonly Endpoint[]
  /** Whether browsers come here. */
  readonly hasPage: boolean
  match(method: string): Match | undefined
}

interface Branch {
  fixed: Map<string, Branch>
  parameter?: Branch
  endpoints: Map<string, { endpoint: Endpoint; names: string[] }>
}

/** Finds the endpoints of a path. A fixed segment wins over a parameter. */
export interface EndpointTable {
  at(path: string): Place | undefined
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

export function createEndpointTable(endpoints: readonly Endpoint[]): EndpointTable {
  const root = newBranch()
  const paths = endpoints.flatMap((endpoint) => {
    const served = pathsOf(endpoint)
    for (const path of served) insert(root, endpoint, path)
    return served
  })
  const find = (path: string): Place | undefined => {
    const values: string[] = []
    const branch = walk(root, path.split('/').slice(1), 0, values)
    return branch && placeOf(branch, values)
  }
  const withoutParameters = new Map(
    paths.filter((path) => !path.includes(':')).map((path) => [path, find(path)]),
  )
  return { at: (path) => withoutParameters.get(path) ?? find(path) }
}

function placeOf(branch: Branch, values: readonly string[]): Place {
  const endpoints = [...branch.endpoints.values()].map(({ endpoint }) => endpoint)
  return {
    endpoints,
    hasPage: endpoints.some(({ isPage }) => isPage),
    match(method) {
      const found = branch.endpoints.get(method)
      if (!found) return undefined
      const params: Record<string, string> = {}
      for (const [index, name] of found.names.entries()) {
        const value = decode(values[index] ?? '')
        if (value === undefined) return undefined
        params[name] = value
      }
      return { endpoint: found.endpoint, params }
    },
  }
}

const newBranch = (): Branch => ({ fixed: new Map(), endpoints: new Map() })

function insert(root: Branch, endpoint: Endpoint, path: string) {
  let branch = root
  const names: string[] = []
  for (const segment of path.split('/').slice(1)) {
    if (segment.startsWith(':')) {
      names.push(segment.slice(1))
      branch.parameter ??= newBranch()
      branch = branch.parameter
    } else {
      const next = branch.fixed.get(segment) ?? newBranch()
      branch.fixed.set(segment, next)
      branch = next
    }
  }
  if (branch.endpoints.has(endpoint.method))
    throw new Error(`${endpoint.method} ${path} is there twice`)
  branch.endpoints.set(endpoint.method, { endpoint, names })
}

function walk(
  branch: Branch,
  segments: string[],
  at: number,
  values: string[],
): Branch | undefined {
  if (at === segments.length) return branch.endpoints.size > 0 ? branch : undefined
  const segment = segments[at] ?? ''
  const fixed = branch.fixed.get(segment)
  const found = fixed && walk(fixed, segments, at + 1, values)
  if (found || !branch.parameter || segment === '') return found
  const depth = values.length
  values.push(segment)
  const viaParameter = walk(branch.parameter, segments, at + 1, values)
  if (!viaParameter) values.length = depth
  return viaParameter
}

function decode(segment: string): string | undefined {
  try {
    return decodeURIComponent(segment)
  } catch {
    return undefined
  }
}
