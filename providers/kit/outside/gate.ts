import type { Socket } from 'node:net'

/** A connection from outside that has not shown yet what it is. */
export interface Visitor {
  /** Paused. */
  client: Socket
  /** A new connection to the database server. */
  connect(): Promise<Socket>
  /** Ends the timeout of the connection. */
  admit(): void
}

/** Brings a visitor who speaks TLS to the database server, and tells others in their protocol that TLS is needed. */
export type Gate = (visitor: Visitor) => Promise<void>
