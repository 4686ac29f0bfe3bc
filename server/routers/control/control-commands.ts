import type { Address } from '#platform/model/hosting/deployments/engine.ts'
import type {
  RefusedVisits,
  Route,
  RouterStatistics,
  TcpProblem,
} from '#platform/model/hosting/deployments/traffic.ts'
import { tableDigest } from '#routers/table-digest.ts'
import type { HostCertificates } from './host-certificates.ts'
import {
  type Answer,
  type CertificateCommand,
  type Identities,
  isCertificateCommand,
  type RouterCommand,
} from './router-commands.ts'
import type { RouterState, SavedState } from './state.ts'

const renewBefore = 30 * 86_400_000

/** What a member of the router family does with the commands of the server. */
export interface RouterParts {
  saved: SavedState
  table: {
    setRoute(route: Route): void
    removeRoute(applicationId: string): void
    applyState(routes: Iterable<Route>): void
  }
  /** Certificates of the local authority. */
  certificates: { hold(identities: Identities): void }
  hostCertificates: HostCertificates
  /** Resolves once none of these addresses has a request in flight, or the timeout has passed. */
  upstreams: { drain(addresses: Address[], timeout: number): Promise<void> }
  statistics: { read(): Pick<RouterStatistics, 'startedAt' | 'routes'> }
  tcp: {
    /** Opens the ports of the current routes, and closes others. */
    update(): void
    /** Resolves once each port is open, or has failed to open. */
    opened(): Promise<void>
    readonly problems: TcpProblem[]
  }
  limits: { readonly refused: RefusedVisits }
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
  if (isCertificateCommand(order)) return router.hostCertificates.run(order)
  if (order.kind === 'digest') return { digest: digestOf(router) }
  if (order.kind === 'count') return { statistics: statisticsOf(router) }
  if (order.kind === 'switch' || order.kind === 'remove') return changeRoute(router, order)
  if (order.kind !== 'name hosts without identity') {
    const change = (state: RouterState) => withoutStrangers(changed(state, order))
    await router.saved.change(change, (state) => {
      if (order.kind === 'replace all') applyState(router, state)
      else router.certificates.hold(state.identities)
    })
    await router.tcp.opened()
  }
  if (!('signedBy' in order)) return {}
  const hosts = hostsOf(router.saved.current.routes)
  return { hostsWithoutIdentity: hostsWithoutIdentity(router, hosts, order.signedBy) }
}

/** Changes one route, at a cost that does not depend on how many others there are. */
async function changeRoute(router: RouterParts, order: RouteOrder): Promise<Answer> {
  const { saved, table, tcp } = router
  const isSwitch = order.kind === 'switch'
  const change = isSwitch ? { route: order.route } : { removed: order.applicationId }
  await saved.changeRoute(change, () => {
    if (isSwitch) table.setRoute(order.route)
    else table.removeRoute(order.applicationId)
    tcp.update()
  })
  await tcp.opened()
  if (!isSwitch) return {}
  const hosts = hostsOf([order.route])
  return { hostsWithoutIdentity: hostsWithoutIdentity(router, hosts, order.signedBy) }
}

type RouteOrder = Extract<RouterCommand, { kind: 'switch' | 'remove' }>

export function applyState(
  { table, certificates, tcp }: Pick<RouterParts, 'table' | 'certificates' | 'tcp'>,
  { routes, identities }: RouterState,
) {
  certificates.hold(identities)
  table.applyState(routes)
  tcp.update()
}

const digestOf = ({ saved, hostCertificates }: RouterParts) =>
  tableDigest({ routes: saved.current.routes, ...hostCertificates.assigned })

function statisticsOf({ statistics, tcp, limits }: RouterParts): RouterStatistics {
  const tcpProblems = tcp.problems
  const { refused } = limits
  return { ...statistics.read(), refused, ...(tcpProblems.length > 0 && { tcpProblems }) }
}

type Change = Exclude<
  RouterCommand,
  | CertificateCommand
  | {
      kind:
        | 'count'
        | 'digest'
        | 'drain'
        | 'leave'
        | 'name hosts without identity'
        | 'switch'
        | 'remove'
    }
>

function changed(state: RouterState, order: Change): RouterState {
  switch (order.kind) {
    case 'replace all':
      return { ...state, routes: order.routes }
    case 'hold identities':
      return { ...state, identities: { ...state.identities, ...order.identities } }
  }
}

/** Every host once, and the empty one. */
const hostsOf = (routes: Route[]) =>
  new Set(['', ...routes.flatMap(({ domains }) => domains.map(({ host }) => host))])

/** Drops certificates of hosts without a route. */
function withoutStrangers(state: RouterState): RouterState {
  const hosts = hostsOf(state.routes)
  const identities: Identities = {}
  for (const [host, identity] of Object.entries(state.identities)) {
    if (hosts.has(host)) identities[host] = identity
  }
  const isSame = Object.keys(identities).length === Object.keys(state.identities).length
  return isSame ? state : { ...state, identities }
}

function hostsWithoutIdentity(
  { saved }: RouterParts,
  hosts: Set<string>,
  signedBy: string,
): string[] {
  const { identities } = saved
  const renewAt = Date.now() + renewBefore
  return [...hosts].filter((host) => {
    const identity = identities[host]
    return !identity || identity.signedBy !== signedBy || identity.expires < renewAt
  })
}
