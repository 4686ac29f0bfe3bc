import type { Route } from '#platform/model/hosting/deployments/traffic.ts'

const hostPattern = /^(\*\.)?[a-z0-9_.-]{1,253}$/
/** Visible ASCII: a key of a map ends at the first space. */
const pathPattern = /^\/[\x21-\x7e]{0,2000}$/

/** Entries of HAProxy's maps by key. */
export interface RouteMaps {
  /** `host/path/` to the application, for the longest prefix. Wildcard hosts begin with `*.`. */
  routes: Map<string, string>
  /** `.name` to `*.name`, the longest first, because HAProxy takes the first that matches. */
  wildcards: Map<string, string>
}

/**
 * Who serves each host and path. The most specific host wins: the exact name, then the longest wildcard. A host without
 * a route for a path leaves it to the next; HAProxy looks a path up for one host only, so that each host has the paths
 * that it leaves to others as well.
 */
export function routeMaps(all: Iterable<Route>): RouteMaps {
  const hosts = new Map<string, Map<string, string>>()
  for (const { applicationId, domains } of all) {
    for (const { host, path } of domains) {
      if (!hostPattern.test(host) || !pathPattern.test(path)) continue
      const paths = hosts.get(host) ?? new Map<string, string>()
      hosts.set(host, paths.set(path.endsWith('/') ? path : `${path}/`, applicationId))
    }
  }
  const routes = new Map<string, string>()
  for (const host of hosts.keys()) {
    for (const [prefix, applicationId] of pathsOf(host, hosts)) {
      routes.set(`${host}${prefix}`, applicationId)
    }
  }
  const wildcards = [...hosts.keys()].filter((host) => host.startsWith('*.'))
  wildcards.sort((one, other) => other.length - one.length)
  return { routes, wildcards: new Map(wildcards.map((host) => [host.slice(1), host])) }
}

/** Own paths of a host, and those of the wildcards above it that are not below one of them. */
function pathsOf(host: string, hosts: Map<string, Map<string, string>>): Map<string, string> {
  const paths = new Map(hosts.get(host))
  for (const above of wildcardsAbove(host)) {
    if (paths.has('/')) break
    const own = [...paths.keys()]
    for (const [prefix, applicationId] of hosts.get(above) ?? []) {
      if (!own.some((each) => prefix.startsWith(each))) paths.set(prefix, applicationId)
    }
  }
  return paths
}

function* wildcardsAbove(host: string): Generator<string> {
  const name = host.startsWith('*.') ? host.slice(2) : host
  for (let dot = name.indexOf('.'); dot >= 0; dot = name.indexOf('.', dot + 1)) {
    yield `*${name.slice(dot)}`
  }
}
