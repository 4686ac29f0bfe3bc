import type { Address } from '#platform/model/hosting/deployments/engine.ts'
import type { Route } from '#platform/model/hosting/deployments/traffic.ts'

/** Deviations from the usual route of a test; `hosts` are domains with all their paths. */
export interface RouteChanges extends Partial<Route> {
  hosts?: string[]
}

/** Route of the application `app_one` at `app.test` to instances at these addresses. */
export function routeTo(addresses: Address[], changes: RouteChanges = {}): Route {
  const { hosts = ['app.test'], ...more } = changes
  return {
    applicationId: 'app_one',
    domains: hosts.map((host) => ({ host, path: '/' })),
    upstreams: addresses.map((address) => ({
      instanceId: `00000000-0000-4000-8000-${String(address.port).padStart(12, '0')}`,
      address,
    })),
    forceHttps: false,
    stickySessions: false,
    tcpPorts: [],
    ...more,
  }
}
