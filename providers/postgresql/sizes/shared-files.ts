import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { folderSize } from '#providers/kit/disk/folder-size.ts'
import { forgetAllStatements } from '#providers/postgresql/insights/statements.ts'
import type { Server } from '#providers/postgresql/server/server.ts'

/** A folder of a shared server that belongs to no database, and that every customer can make grow. */
export interface SharedFolder {
  /** Below the data folder. */
  name: string
  maxBytes: number
  /** Disk space in bytes. */
  measure(folder: string): Promise<number>
  /** Ends the sessions that make it grow, and frees space; returns their users. */
  shrink(server: Server): Promise<string[]>
}

const megabyte = 1024 * 1024
const blockBytes = 4096
const customers = `usename ~ '^u[0-9a-f]{19}$'`
/** Sessions in a transaction for longer keep vacuum from removing anything. */
const oldSnapshot = '5 seconds'
/** Settings and comments beyond this are of no use to anybody. */
const maxValueBytes = 8_192

export const folderOf = ({ cluster }: Pick<Server, 'cluster'>, { name }: SharedFolder): string =>
  join(cluster, name)

export const sharedFolders: readonly SharedFolder[] = [
  // The catalogues of all databases together: comments on databases, settings of roles and databases.
  {
    name: 'global',
    maxBytes: 64 * megabyte,
    measure: folderSize,
    shrink: shrinkSharedCatalogues,
  },
  // A file for each snapshot that a transaction has exported.
  {
    name: 'pg_snapshots',
    maxBytes: 16 * megabyte,
    // Small files, of which each takes a block.
    measure: async (folder) => (await readdir(folder).catch(() => [])).length * blockBytes,
    shrink: endSnapshotExporters,
  },
]

/** Texts of statements that a server counts, of any length; on a dedicated server, they are in no plan either. */
export const statementTexts: SharedFolder = {
  name: 'pg_stat_tmp',
  maxBytes: 32 * megabyte,
  measure: folderSize,
  shrink: forgetAllStatements,
}

/** Those who have changed a shared catalogue in their transaction, or hold an old snapshot. */
async function shrinkSharedCatalogues(server: Server): Promise<string[]> {
  const users = await terminate(
    server,
    `pid in (
  select pid from pg_locks where locktype = 'relation' and database = 0 and mode = 'RowExclusiveLock'
) or xact_start < now() - interval '${oldSnapshot}'`,
  )
  await server.run(`
${removeLargeComments}
${resetLargeSettings}
vacuum full pg_shdescription;
vacuum full pg_db_role_setting;
vacuum;
`)
  return users
}

const removeLargeComments = `
select format('comment on database %I is null', datname)
from pg_shdescription join pg_database on pg_database.oid = objoid and classoid = 'pg_database'::regclass
where octet_length(description) > ${maxValueBytes} \\gexec
`

const resetLargeSettings = `
select format('alter %s reset %I', case
  when setrole = 0 then format('database %I', datname)
  when setdatabase = 0 then format('role %I', rolname)
  else format('role %I in database %I', rolname, datname)
end, split_part(setting, '=', 1))
from pg_db_role_setting cross join unnest(setconfig) setting
left join pg_roles on pg_roles.oid = setrole left join pg_database on pg_database.oid = setdatabase
where octet_length(setting) > ${maxValueBytes} \\gexec
`

/** Files are named by the virtual transaction, in hexadecimal: `00000003-00000014-1`. */
function endSnapshotExporters(server: Server): Promise<string[]> {
  return terminate(
    server,
    `pid in (
  select pid from pg_locks join pg_ls_dir('pg_snapshots') name on virtualtransaction =
    ('x' || split_part(name, '-', 1))::bit(32)::int || '/' || ('x' || split_part(name, '-', 2))::bit(32)::int
)`,
  )
}

async function terminate(server: Server, condition: string): Promise<string[]> {
  const users = await server.run(`
select usename from (
  select usename, pg_terminate_backend(pid, 5000) from pg_stat_activity where ${customers} and (${condition})
) ended;
`)
  return [...new Set(users.split('\n').filter(Boolean))]
}
