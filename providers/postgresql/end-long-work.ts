import { grace, maxTransaction, type WorkTimeouts } from '#providers/kit/servers/work-timeouts.ts'
import type { Server } from './server/server.ts'

/**
 * Disconnects customers whose statement or idle transaction exceeds its limit: sessions can change `statement_timeout`
 * and similar settings. Superusers, that is, our own sessions, are exempt.
 */
export async function endLongWork(server: Server, timeouts: WorkTimeouts): Promise<void> {
  const { statement, idleTransaction } = timeouts
  await server.run(`
select pg_terminate_backend(pid)
from pg_stat_activity join pg_roles on pg_roles.oid = usesysid
where not rolsuper and backend_type in ('client backend', 'parallel worker') and (
  (state in ('active', 'fastpath function call') and now() - query_start > interval '${statement + grace} s')
  or (state like 'idle in transaction%' and now() - state_change > interval '${idleTransaction + grace} s')
  or now() - xact_start > interval '${maxTransaction(timeouts)} s'
);
`)
}
