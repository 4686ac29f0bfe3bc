import type { BlockList } from 'node:net'
import type { Ports } from '#routers/node/router-commands.ts'
import type { RouteTable } from './control/route-table.ts'
import type { AnswerTimeouts } from './upstream/load-balancer.ts'

/** What every request needs to be served. */
export interface RouterContext {
  table: RouteTable
  waiting: AnswerTimeouts
  ports: Ports
  /** The port of HTTPS that visitors know, where it is not that of `ports`. */
  publicHttpsPort?: number | undefined
  /** Proxies in front of the router that are believed about a visitor; absent when there are none. */
  trustedProxies?: BlockList | undefined
}
