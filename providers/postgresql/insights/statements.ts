import { withoutLiterals } from '#kit/without-literals.ts'
import {
  maxStatementLength,
  maxStatementsTold,
  type StatementInsight,
} from '#protocol/databases/insights.ts'
import { jsonRowsOf } from '#providers/kit/servers/rows.ts'
import { namesOf } from '#providers/postgresql/database.ts'
import type { Server } from '#providers/postgresql/server/server.ts'
import { statementLibrary as library } from '#providers/postgresql/server/statement-settings.ts'

/** Makes the counters readable, in the database of the administrator only: they are those of all customers. */
export const openStatements = (server: Server): Promise<string> =>
  server.run(`
select 'create extension if not exists ${library}'
where current_setting('shared_preload_libraries') ~ '${library}' \\gexec
`)

const ofCustomer = (id: string) => {
  const { name, user } = namesOf(id)
  return {
    userid: `(select oid from pg_roles where rolname = '${user}')`,
    dbid: `(select oid from pg_database where datname = '${name}')`,
  }
}

/** A server that was started by an earlier version counts from its next start on. */
async function isCounted(server: Server): Promise<boolean> {
  const found = await server.run(`
select count(*) from pg_extension
where extname = '${library}' and current_setting('shared_preload_libraries') ~ '${library}';
`)
  return found.trim() === '1'
}

/** Those of a customer that took longest in total; `undefined` when they are not counted. */
export async function readStatements(
  server: Server,
  id: string,
): Promise<StatementInsight[] | undefined> {
  if (!(await isCounted(server))) return undefined
  const { userid, dbid } = ofCustomer(id)
  const rows = jsonRowsOf<StatementInsight>(
    await server.run(`
select jsonb_build_object(
  'text', left(query, ${2 * maxStatementLength}), 'calls', calls, 'mean', mean_exec_time, 'total', total_exec_time
) from ${library} where userid = ${userid} and dbid = ${dbid}
order by total_exec_time desc limit ${maxStatementsTold};
`),
  )
  return rows.map((row) => ({ ...row, text: withoutLiterals(row.text) }))
}

export async function resetStatements(server: Server, id: string): Promise<void> {
  if (!(await isCounted(server))) return
  const { userid, dbid } = ofCustomer(id)
  await server.run(`select ${library}_reset(${userid}, ${dbid}, 0);`)
}

/** Forgets the statements of all customers, whose texts are in one file. */
export async function forgetAllStatements(server: Server): Promise<string[]> {
  if (await isCounted(server)) await server.run(`select ${library}_reset();`)
  return []
}
