import { sharedTimeouts } from '#providers/kit/servers/work-timeouts.ts'

/** Settings of every server against connections that are held without a login, or whose other end is gone. */
export const floodSettings = [
  // Seconds for a login; connections without one take a place until then.
  'connect-timeout=5',
  ...['tcp-keepalive-time=60', 'tcp-keepalive-interval=10', 'tcp-keepalive-probes=3'],
]

/**
 * Settings of the shared server that bound what one connection costs it. A customer can change the timeouts for a session,
 * so `end-long-work.ts` holds to them as well; the memory of a session is bounded by the server itself.
 */
export const sharedBounds = [
  `max-statement-time=${sharedTimeouts.statement}`,
  `idle-transaction-timeout=${sharedTimeouts.idleTransaction}`,
  ...['max-session-mem-used=96M', 'maximum-max-session-mem-used=96M'],
]
