import type { Socket } from 'node:net'

/** A connection from outside before its protocol is known. */
export interface Visitor {
  /** Whether it comes from a network of applications, so that it needs no TLS. */
  isApplication: boolean
  /** Paused. */
  client: Socket
  /** Opens a connection to the database server. */
  connect(): Promise<Socket>
  /** Cancels the timeout of the connection. */
  admit(): void
}

/** Connects a TLS client to the database server, and rejects plaintext clients with an error in their protocol. */
export type Gate = (visitor: Visitor) => Promise<void>
