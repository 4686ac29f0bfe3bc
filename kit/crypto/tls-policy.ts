import { constants } from 'node:crypto'

/** Settings of all TLS contexts, independent of the process's options. */
export const tlsContextPolicy = {
  minVersion: 'TLSv1.2',
  // Each renegotiation costs a signature on one connection; no client needs it.
  secureOptions: constants.SSL_OP_NO_RENEGOTIATION,
} as const

/** The same for a listener, with a handshake timeout. */
export const tlsListenerPolicy = { ...tlsContextPolicy, handshakeTimeout: 10_000 } as const
