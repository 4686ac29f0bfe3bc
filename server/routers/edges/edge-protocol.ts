import type { Answer, RouterCommand } from '#routers/control/router-commands.ts'

/**
 * Requests of the server to an edge, one JSON body for each POST over TLS. A session is one presence of the edge at the
 * server: requests of an earlier one, which may have waited in a socket while the edge stood still, are refused.
 */
export type EdgeRequest =
  /** Ends the earlier session, but not its lease. Leases are this long, in milliseconds. */
  | { kind: 'begin'; lease: number }
  /** Says that the edge has the whole table, and grants the first lease. */
  | { kind: 'complete'; session: string; seen: number }
  /** Grants a lease that begins when the edge's clock was at `seen`, whenever the request arrives. */
  | { kind: 'renew'; session: string; seen: number }
  /** A command for the edge's router, with its timeout in milliseconds. */
  | { kind: 'command'; session: string; command: RouterCommand; timeout: number }
  /** Asks for lines of the access log, after those of the block that is stored now. */
  | { kind: 'read log'; session: string; stored: number }

export interface EdgeAnswer extends Answer {
  /** Clock of the edge when it answered, in milliseconds since some moment. */
  clock: number
  session?: string
  /** Whether the request was of another session than the present one. */
  isStale?: boolean
  /** Lines of the access log; absent when there are none yet. */
  block?: LogBlock
}

/** Lines of an edge's access log. The next block comes once the number of this one is given as stored. */
export interface LogBlock {
  number: number
  lines: string[]
}

/** Identity that the server names in the TLS handshake. */
const identity = 'berth-server'

/**
 * TLS with a pre-shared key (RFC 4279): both sides prove that they know the key of the edge, without certificates. The
 * exchange is ephemeral (RFC 5489), so that a key that leaks later opens no recorded connection.
 */
const pskPolicy = {
  ciphers: 'ECDHE-PSK-CHACHA20-POLY1305',
  minVersion: 'TLSv1.2',
  maxVersion: 'TLSv1.2',
} as const

/** Options of TLS at the edge. */
export const edgeListenerTls = (key: string) => ({
  ...pskPolicy,
  handshakeTimeout: 10_000,
  pskCallback: (_socket: unknown, named: string) =>
    named === identity ? Buffer.from(key, 'hex') : null,
})

/** Options of TLS at the server. */
export const edgeClientTls = (key: string) => ({
  ...pskPolicy,
  // There is no certificate: the key is what identifies the edge.
  checkServerIdentity: () => undefined,
  pskCallback: () => ({ identity, psk: Buffer.from(key, 'hex') }),
})
