import type { Server } from './server/server.ts'

/** Maximum locks of one customer in the shared lock table. */
const maxLocks = 8_000
/** Share of the notification queue, which has 8 GB, that may wait for a session. */
const maxQueue = 0.01
const slowListener = '5 seconds'

const customers = `usename ~ '^u[0-9a-f]{19}$'`

/**
 * Terminates sessions that exhaust resources shared by all databases of a server: the lock table (advisory locks have
 * no limit of their own), and the notification queue, which is kept for listeners in a transaction.
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
