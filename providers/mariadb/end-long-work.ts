import { grace, maxTransaction, type WorkTimeouts } from '#providers/kit/servers/work-timeouts.ts'
import { customerPattern } from './database.ts'
import type { Server } from './server/server.ts'

/**
 * Disconnects customers whose statement or idle transaction exceeds its limit: sessions can change `max_statement_time`
 * and similar settings.
 */
export async function endLongWork(server: Server, timeouts: WorkTimeouts): Promise<void> {
  const { statement, idleTransaction } = timeouts
  const ids = await server.run(`
select id from information_schema.processlist
where user regexp ${customerPattern} and command in ('Query', 'Execute') and time > ${statement + grace}
union
select id from information_schema.processlist join information_schema.innodb_trx on trx_mysql_thread_id = id
where user regexp ${customerPattern} and (
  (command = 'Sleep' and time > ${idleTransaction + grace})
  or trx_started < now() - interval ${maxTransaction(timeouts)} second
);
`)
  // It may have ended by itself meanwhile.
  for (const id of ids.split('\n').filter((line) => /^\d+$/.test(line)))
    await server.run(`kill hard connection ${id};`).catch(() => {})
}
