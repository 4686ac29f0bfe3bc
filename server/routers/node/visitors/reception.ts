import type { BlockList } from 'node:net'
import type { Ports } from '#routers/node/orders.ts'
import type { Table } from './table.ts'
import type { Waiting } from './waiting.ts'

/** What every request needs to be served. */
export interface Reception {
  table: Table
  waiting: Waiting
  ports: Ports
  /** Proxies in front of the router that are believed about a visitor; absent when there are none. */
  trustedProxies?: BlockList | undefined
}
