import { sharedTimeouts } from '#providers/kit/servers/work-timeouts.ts'

/** Settings of every server against connections without a login, or with a dead peer. */
export const floodSettings = [
  // Login timeout in seconds; connections without a login take a place until then.
  'connect-timeout=5',
  ...['tcp-keepalive-time=60', 'tcp-keepalive-interval=10', 'tcp-keepalive-probes=3'],
]

/**
 * Settings of the shared server that limit the cost of one connection. Sessions can change the timeouts, so
 * `end-long-work.ts` enforces them as well; session memory is limited by the server itself.
 */
export const sharedBounds = [
  `max-statement-time=${sharedTimeouts.statement}`,
  `idle-transaction-timeout=${sharedTimeouts.idleTransaction}`,
  ...['max-session-mem-used=96M', 'maximum-max-session-mem-used=96M'],
]
