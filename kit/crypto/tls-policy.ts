import { constants } from 'node:crypto'

/** What every TLS context of ours accepts, whatever the process was started with. */
export const tlsContextPolicy = {
  minVersion: 'TLSv1.2',
  // A client that renegotiates makes us sign again and again on one connection; no client of ours needs it.
  secureOptions: constants.SSL_OP_NO_RENEGOTIATION,
} as const

/** The same for a listener: a handshake that is not over by then ends the connection. */
export const tlsListenerPolicy = { ...tlsContextPolicy, handshakeTimeout: 10_000 } as const
