import { sharedTimeouts } from '#providers/kit/servers/work-timeouts.ts'

/** Settings of every server against connections that are held without a login, or whose other end is gone. */
export const floodSettings = [
  // Connections without a login take a place until then.
  'authentication_timeout=5s',
  // The last places are for us, once customers have logged in on the others.
  'superuser_reserved_connections=10',
  ...['tcp_keepalives_idle=60', 'tcp_keepalives_interval=10', 'tcp_keepalives_count=3'],
  ...['tcp_user_timeout=60s', 'client_connection_check_interval=10s'],
]

/** Limit of each process of the shared server for its private memory: a query that wants more fails, alone. */
export const maxProcessBytes = 96 * 1024 * 1024

/**
 * Settings of the shared server that bound what one connection costs it. A customer can change most of them for a session:
 * the timeouts are held by `end-long-work.ts` as well, memory by the limit of the process.
 */
export const sharedBounds = [
  `statement_timeout=${sharedTimeouts.statement}s`,
  `idle_in_transaction_session_timeout=${sharedTimeouts.idleTransaction}s`,
  ...['maintenance_work_mem=16MB', 'autovacuum_max_workers=2', 'max_worker_processes=4', 'jit=off'],
]
