import type { Endpoint } from './endpoint.ts'

export interface Match {
  endpoint: Endpoint
  params: Record<string, string>
}

interface Branch {
  fixed: Map<string, Branch>
  parameter?: Branch
  endpoints: Map<string, { endpoint: Endpoint; names: string[] }>
}

/** Finds the endpoint of a method and path. A fixed segment wins over a parameter. */
export interface EndpointTable {
  find(method: string, path: string): Match | undefined
  /** The methods that the path knows. */
  methodsOf(path: string): string[]
}

const ownerPrefix = '/v2/organisations/:ownerId/'

/** The paths under which an endpoint is served: what belongs to an owner is served for the caller's own space too. */
export function pathsOf({ path }: Endpoint): string[] {
  return path.startsWith(ownerPrefix)
    ? [path, `/v2/self/${path.slice(ownerPrefix.length)}`]
    : [path]
}

export function createEndpointTable(endpoints: readonly Endpoint[]): EndpointTable {
  const root = newBranch()
  for (const endpoint of endpoints) {
    for (const path of pathsOf(endpoint)) insert(root, endpoint, path)
  }
  return {
    find(method, path) {
      const values: string[] = []
      const found = walk(root, path.split('/').slice(1), 0, values)?.endpoints.get(method)
      if (!found) return undefined
      const params: Record<string, string> = {}
      for (const [index, name] of found.names.entries()) {
        const value = decode(values[index] ?? '')
        if (value === undefined) return undefined
        params[name] = value
      }
      return { endpoint: found.endpoint, params }
    },
    methodsOf(path) {
      const branch = walk(root, path.split('/').slice(1), 0, [])
      return [...(branch?.endpoints.keys() ?? [])]
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
