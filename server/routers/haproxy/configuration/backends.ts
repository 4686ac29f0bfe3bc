import type { RouteUpstream } from '#platform/deployments/traffic.ts'
import { bindAddress } from './addresses.ts'
import type { Configuration } from './configuration.ts'
import { pageReply } from './page-files.ts'
import { serverName } from './server-name.ts'

/** Port on which instances accept the connections of their TCP redirections. */
const tcpPort = 4040

/**
 * Backends of a slot. Requests that may be sent twice use kept connections, and go to one other instance when theirs
 * dies. All others get a connection of their own, which an application cannot close just before it is used.
 */
export const backendsOf = (slot: number | typeof stopped) => ({
  repeatable: `r${slot}`,
  single: `o${slot}`,
  tcp: `t${slot}`,
})

/** Stands for the slot of an application without instances. */
export const stopped = 'stopped'
/** Backend of requests for a host without an application. */
export const unknownHost = 'unknown-host'

/** Backends that answer with a page: rules of theirs cost other requests nothing. */
export function pageBackends({ hasAccessLog }: Configuration): string[] {
  const { repeatable, single } = backendsOf(stopped)
  return [
    `backend ${unknownHost} from web`,
    ...(hasAccessLog ? ['  http-request set-log-level silent'] : []),
    `  http-request return ${pageReply('unknown-host')}`,
    ...[repeatable, single].flatMap((name) => [
      `backend ${name} from web`,
      `  http-request return ${pageReply('stopped')}`,
    ]),
  ]
}

/** Kept connections of a server; one that is added while HAProxy runs has none unless it is told. */
export const serverOptions = 'pool-max-conn 256 pool-purge-delay 5s'

/** A server of a backend. */
export interface BackendServer {
  backend: string
  name: string
  address: string
}

/** The servers that an upstream is in the backends of a slot. */
export function serversOf(slot: number, upstream: RouteUpstream, hasTcp: boolean): BackendServer[] {
  const { repeatable, single, tcp } = backendsOf(slot)
  const name = serverName(upstream)
  const { host, port } = upstream.address
  const address = bindAddress(host, port)
  const web = [repeatable, single].map((backend) => ({ backend, name, address }))
  return hasTcp && hasOwnNetwork(host)
    ? [...web, { backend: tcp, name, address: bindAddress(host, tcpPort) }]
    : web
}

/** Without a network of its own an instance shares this address with all others, and its port 4040 could be anybody's. */
const hasOwnNetwork = (host: string) => host !== '127.0.0.1' && host !== '::1'

/** The variable is set for sticky sessions only. */
const sticky = '  use-server %[var(txn.cookie)] if { var(txn.cookie) -m found }'

export function slotBackends({ slots, servers, tcp }: Configuration): string[] {
  const withTcp = new Set(tcp.map(({ slot }) => slot))
  const lines: string[] = []
  for (let slot = 0; slot < slots; slot += 1) {
    const { repeatable, single, tcp } = backendsOf(slot)
    const all = (servers.get(slot) ?? []).flatMap((each) =>
      serversOf(slot, each, withTcp.has(slot)),
    )
    const of = (name: string) =>
      all
        .filter(({ backend }) => backend === name)
        .map((server) => `  server ${server.name} ${server.address} ${serverOptions}`)
    lines.push(
      `backend ${repeatable} from web`,
      '  retries 1',
      '  retry-on conn-failure empty-response',
      '  http-reuse safe',
      sticky,
      ...of(repeatable),
      `backend ${single} from web`,
      '  retries 3',
      '  option http-server-close',
      '  http-reuse never',
      sticky,
      ...of(single),
    )
    if (withTcp.has(slot)) lines.push(`backend ${tcp} from tcp`, '  balance roundrobin', ...of(tcp))
  }
  return lines
}
