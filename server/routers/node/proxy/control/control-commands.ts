import type { Route } from '#platform/deployments/traffic.ts'
import type { Certificates } from '#routers/node/proxy/listeners/certificates.ts'
import type { Upstreams } from '#routers/node/proxy/upstream/upstreams.ts'
import type { Answer, Identities, RouterCommand } from '#routers/node/router-commands.ts'
import type { RouteTable } from './route-table.ts'
import type { RouterState, SavedState } from './state.ts'

const renewBefore = 30 * 86_400_000

export interface RouterParts {
  saved: SavedState
  table: RouteTable
  certificates: Certificates
  upstreams: Upstreams
}

/** Executes a command of the server. A change is on disk and in force before the answer. */
export async function runCommand(
  router: RouterParts,
  order: Exclude<RouterCommand, { kind: 'leave' }>,
): Promise<Answer> {
  if (order.kind === 'drain') {
    await router.upstreams.drain(order.addresses, order.timeout)
    return {}
  }
  if (order.kind !== 'name hosts without identity') {
    const change = (state: RouterState) => withoutStrangers(changed(state, order))
    await router.saved.change(change, (state) => applyState(router, state))
  }
  return 'signedBy' in order
    ? { hostsWithoutIdentity: hostsWithoutIdentity(router.saved.current, order.signedBy) }
    : {}
}

export function applyState(
  { table, certificates }: RouterParts,
  { routes, identities }: RouterState,
) {
  certificates.hold(identities)
  table.applyState(routes)
}

type Change = Exclude<RouterCommand, { kind: 'drain' | 'leave' | 'name hosts without identity' }>

function changed(state: RouterState, order: Change): RouterState {
  switch (order.kind) {
    case 'switch':
      return { ...state, routes: [...others(state.routes, order.route.applicationId), order.route] }
    case 'remove':
      return { ...state, routes: others(state.routes, order.applicationId) }
    case 'replace all':
      return { ...state, routes: order.routes }
    case 'hold identities':
      return { ...state, identities: { ...state.identities, ...order.identities } }
  }
}

const others = (routes: Route[], applicationId: string) =>
  routes.filter((route) => route.applicationId !== applicationId)

const hostsOf = ({ routes }: RouterState) => ['', ...routes.flatMap(({ hosts }) => hosts)]

/** Drops certificates of hosts without a route. */
function withoutStrangers(state: RouterState): RouterState {
  const hosts = new Set(hostsOf(state))
  const identities: Identities = {}
  for (const [host, identity] of Object.entries(state.identities)) {
    if (hosts.has(host)) identities[host] = identity
  }
  return { ...state, identities }
}

function hostsWithoutIdentity(state: RouterState, signedBy: string): string[] {
  const renewAt = Date.now() + renewBefore
  return hostsOf(state).filter((host) => {
    const identity = state.identities[host]
    return !identity || identity.signedBy !== signedBy || identity.expires < renewAt
  })
}
