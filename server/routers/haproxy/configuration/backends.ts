import type { Route, RouteUpstream } from '#platform/model/hosting/deployments/traffic.ts'
import { hasOwnNetwork, instanceTcpPort } from '#routers/instance-network.ts'
import { challenge } from '#routers/visitor-credentials.ts'
import { bindAddress } from './addresses.ts'
import type { BackendServer, Configuration } from './configuration.ts'
import { pageReply } from './page-files.ts'
import { serverName, spareSuffix } from './server-name.ts'

/** Backends of one application: by number, or of those that applications with spares have while they have them. */
export type Slot = number | `s${number}`

/**
 * Backends of a slot. Requests that may be sent twice use kept connections, and go to one other instance when theirs
 * dies. All others get a connection of their own, which an application cannot close just before it is used.
 */
export const backendsOf = (slot: Slot | PageBackend) => ({
  repeatable: `r${slot}`,
  single: `o${slot}`,
  tcp: `t${slot}`,
})

/** Stands for the slot of an application without instances, and of one that is being started. */
export const stopped = 'stopped'
export const starting = 'starting'
/** What stands for the slot of an application in whose place something else answers. */
type PageBackend =
  | typeof stopped
  | typeof starting
  | 'maintenance'
  | 'unauthorized'
  | 'guessing'
  | 'letin'

/** The rules of these backends; `visitor-rules.lua` chooses the last four. */
const pageRules: Record<PageBackend, string[]> = {
  stopped: [`http-request return ${pageReply('stopped')}`],
  starting: [`http-request return ${pageReply('starting')}`],
  maintenance: [`http-request return ${pageReply('maintenance')} hdr retry-after %[var(txn.wait)]`],
  unauthorized: [
    'http-request track-sc2 var(txn.guesser) table guesses if { var(txn.guesser) -m found }',
    'http-request sc-inc-gpc0(2) if { var(txn.guesser) -m found }',
    `http-request return ${pageReply('unauthorized')} hdr www-authenticate ${quoted(challenge)}`,
  ],
  guessing: [`http-request return ${pageReply('guessing')}`],
  letin: [
    'http-request return status 302 hdr location %[var(txn.location)] hdr set-cookie %[var(txn.bypass_cookie)] hdr cache-control no-store hdr referrer-policy no-referrer',
  ],
}
/** Backend of requests for a host without an application. */
export const unknownHost = 'unknown-host'

/** Backends that answer with a page: rules of theirs cost other requests nothing. */
export function pageBackends({ hasAccessLog }: Configuration): string[] {
  const idle = (Object.keys(pageRules) as PageBackend[]).flatMap((page) => {
    const { repeatable, single } = backendsOf(page)
    return [repeatable, single].flatMap((name) => [
      `backend ${name} from web`,
      ...pageRules[page].map((rule) => `  ${rule}`),
    ])
  })
  return [
    `backend ${unknownHost} from web`,
    ...(hasAccessLog ? ['  http-request set-log-level silent'] : []),
    `  http-request return ${pageReply('unknown-host')}`,
    ...idle,
  ]
}

/** A text with spaces and quotes as one word of the configuration. */
function quoted(text: string): string {
  return `"${text.replaceAll('"', '\\"')}"`
}

/** Kept connections of a server; one that is added while HAProxy runs has none unless it is told. */
const keptConnections = 'pool-max-conn 256 pool-purge-delay 5s'

/**
 * Options of servers beside spares, and of the spares. HAProxy uses a backup only while all others are down, and without
 * checks none ever is: these are down after the first connection that they refuse, and up again once they accept one.
 */
const checked =
  'pool-max-conn 0 check inter 200ms fall 1 rise 1 observe layer4 error-limit 1 on-error mark-down'
const backup = 'pool-max-conn 0 backup'

/** Whether HAProxy has to be told to begin with the checks of a server. */
export const isChecked = ({ options }: BackendServer): boolean => options === checked

/** The servers of a route: in the web backends of one slot, and in the TCP backend of the application's own. */
export function serversOf(
  { slot, spared }: AssignedSlots,
  { upstreams, spares = [], tcpPorts }: Pick<Route, 'upstreams' | 'spares' | 'tcpPorts'>,
): BackendServer[] {
  const inTcp =
    tcpPorts.length > 0 ? upstreams.filter(({ address }) => hasOwnNetwork(address.host)) : []
  const tcp = inTcp.map((upstream) => ({
    backend: backendsOf(slot).tcp,
    name: serverName(upstream),
    address: bindAddress(upstream.address.host, instanceTcpPort),
    options: keptConnections,
  }))
  if (!spared) return [...webServers(slot, upstreams, keptConnections), ...tcp]
  const backups = webServers(spared, spares, backup)
  const asSpare = (server: BackendServer) => ({ ...server, name: `${server.name}${spareSuffix}` })
  return [...webServers(spared, upstreams, checked), ...backups.map(asSpare), ...tcp]
}

/** The slots of an application. */
export interface AssignedSlots {
  slot: number
  /** Present while it has spares. */
  spared?: Slot | undefined
}

function webServers(slot: Slot, upstreams: RouteUpstream[], options: string): BackendServer[] {
  const { repeatable, single } = backendsOf(slot)
  return upstreams.flatMap((upstream) => {
    const { host, port } = upstream.address
    const server = { name: serverName(upstream), address: bindAddress(host, port), options }
    return [repeatable, single].map((backend) => ({ backend, ...server }))
  })
}

/** The variable is set for sticky sessions only. */
const sticky = '  use-server %[var(txn.cookie)] if { var(txn.cookie) -m found }'

/** Backends of slots, and those of the slots for applications with spares. */
export function slotBackends({ slots, sparedSlots, servers, tcp }: Configuration): string[] {
  const withTcp = new Set(tcp.map(({ slot }) => slot))
  const byBackend = Map.groupBy(servers, ({ backend }) => backend)
  const of = (name: string) =>
    (byBackend.get(name) ?? []).map(
      (server) => `  server ${server.name} ${server.address} ${server.options}`,
    )
  const lines: string[] = []
  for (let slot = 0; slot < slots; slot += 1) {
    const { tcp } = backendsOf(slot)
    lines.push(...webBackends(slot, of, ['  retries 1', '  http-reuse safe']))
    if (withTcp.has(slot)) lines.push(`backend ${tcp} from tcp`, '  balance roundrobin', ...of(tcp))
  }
  for (let index = 0; index < sparedSlots; index += 1) {
    // One attempt more for an instance that dies amid a request: HAProxy tries it again, finds it down, then takes a spare.
    lines.push(...webBackends(`s${index}`, of, ['  retries 3', '  http-reuse never']))
  }
  return lines
}

function webBackends(slot: Slot, of: (name: string) => string[], repeatableOptions: string[]) {
  const { repeatable, single } = backendsOf(slot)
  return [
    `backend ${repeatable} from web`,
    '  retry-on conn-failure empty-response',
    ...repeatableOptions,
    sticky,
    ...of(repeatable),
    `backend ${single} from web`,
    '  retries 3',
    '  option http-server-close',
    '  http-reuse never',
    sticky,
    ...of(single),
  ]
}
