import type { Server } from './server/server.ts'

/** What one customer may have of what all databases of a server share. */
export const maxLocks = 8_000
/** The share of the queue of notifications, which has 8 GB, that may be waiting for a session. */
const maxQueue = 0.01
const slowListener = '5 seconds'

const customers = `usename ~ '^u[0-9a-f]{19}$'`

/**
 * Ends sessions of customers that use up what everybody on the server needs: places in the lock table (advisory locks
 * have no limit of their own), and the queue of notifications, which is kept for listeners in a transaction.
 */
export async function endGreedySessions(server: Server): Promise<void> {
  await server.run(`
with counted as (
  select usename, sum(count(*)) over (partition by usename) as total, pid
  from pg_locks join pg_stat_activity using (pid) where ${customers} group by usename, pid
)
select pg_terminate_backend(pid) from counted where total > ${maxLocks};
select pg_terminate_backend(pid) from pg_stat_activity
where ${customers} and pg_notification_queue_usage() > ${maxQueue}
  and xact_start < now() - interval '${slowListener}';
`)
}
