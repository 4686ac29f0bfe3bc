import { sharedTimeouts } from '#providers/kit/servers/work-timeouts.ts'

/** Settings of every server against connections without a login, or with a dead peer. */
export const floodSettings = [
  // Connections without a login take a place until then.
  'authentication_timeout=5s',
  // Reserved for the administrator when customers have taken the others.
  'superuser_reserved_connections=10',
  ...['tcp_keepalives_idle=60', 'tcp_keepalives_interval=10', 'tcp_keepalives_count=3'],
  ...['tcp_user_timeout=60s', 'client_connection_check_interval=10s'],
]

/** Private memory limit of each process of the shared server: a query beyond it fails alone. */
export const maxProcessBytes = 96 * 1024 * 1024

/**
 * Settings of the shared server that limit the cost of one connection. Sessions can change most of them: the timeouts
 * are enforced by `end-long-work.ts` as well, memory by the limit of the process.
 */
export const sharedBounds = [
  `statement_timeout=${sharedTimeouts.statement}s`,
  `idle_in_transaction_session_timeout=${sharedTimeouts.idleTransaction}s`,
  ...['maintenance_work_mem=16MB', 'autovacuum_max_workers=2', 'max_worker_processes=4', 'jit=off'],
]
