import type { BlockList } from 'node:net'
import type { Ports } from '#routers/node/router-commands.ts'
import type { RouteTable } from './control/route-table.ts'
import type { AnswerTimeouts } from './upstream/load-balancer.ts'

/** Dependencies of request handling. */
export interface RouterContext {
  table: RouteTable
  waiting: AnswerTimeouts
  ports: Ports
  /** Public HTTPS port, if it differs from that of `ports`. */
  publicHttpsPort?: number | undefined
  /** Proxies whose forwarding headers are trusted; absent when there are none. */
  trustedProxies?: BlockList | undefined
}
