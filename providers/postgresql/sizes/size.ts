import { join } from 'node:path'
import { folderSize } from '#providers/kit/disk/folder-size.ts'
import { namesOf, withoutSessions } from '#providers/postgresql/database.ts'
import type { Server } from '#providers/postgresql/server/server.ts'
import { type Hold, isClosed, never, nextHold, parseHold } from './hold.ts'

/** In bytes. */
export async function sizeOf(server: Server, id: string): Promise<number> {
  return Number(await server.run(`select pg_database_size('${namesOf(id).name}');`))
}

/** State of a database on a server. */
export interface DatabaseState {
  /** Name of its folder. */
  oid: string
  /** Whether transactions are read-only by default; its owner can change that. */
  isReadOnly: boolean
  hold: Hold | undefined
  /** Size of tables that are being rewritten. */
  rebuilding: number
}

/** Databases of a server by name. The state of a hold is stored in a comment that no customer can change. */
export async function readStates(server: Server): Promise<Map<string, DatabaseState>> {
  const rows = await server.run(`
select datname, pg_database.oid, exists (
  select from pg_db_role_setting
  where setdatabase = pg_database.oid and setrole = 0
    and 'default_transaction_read_only=on' = any (setconfig)
), coalesce(shobj_description(datdba, 'pg_authid'), ''), coalesce((
  select sum(heap_blks_total) * current_setting('block_size')::int
  from pg_stat_progress_cluster where datid = pg_database.oid
), 0) from pg_database where not datistemplate;
`)
  const entries = rows
    .trim()
    .split('\n')
    .map((row) => row.split('\t'))
    .map(([name = '', oid = '', isReadOnly, comment = '', rebuilding]) => {
      const hold = parseHold(comment)
      const state = { oid, hold, isReadOnly: isReadOnly === 't', rebuilding: Number(rebuilding) }
      return [name, state] as const
    })
  return new Map(entries)
}

/** Folder of a database, which has a file for each table, including temporary ones. */
export const databaseFolder = (
  server: Pick<Server, 'cluster'>,
  { oid }: Pick<DatabaseState, 'oid'>,
): string => join(server.cluster, 'base', oid)

/** Disk space of a database in bytes. */
export const measure = (server: Server, state: DatabaseState): Promise<number> =>
  folderSize(databaseFolder(server, state))

export interface SizeHold {
  id: string
  state: DatabaseState
  bytes: number
  maxBytes: number
  /** Whether access is blocked for another reason. */
  isSuspended: boolean
}

/** Applies the state that the size of a database requires; returns a message for the customer when it changes. */
export async function holdToSize(
  server: Server,
  holding: SizeHold,
): Promise<{ isHeld: boolean; sentence?: string }> {
  const { id, state, bytes, maxBytes } = holding
  const { hold } = state
  const next = nextHold({ bytes, maxBytes, hold, rebuilding: state.rebuilding, now: Date.now() })
  const isSame = JSON.stringify(next) === JSON.stringify(hold)
  const isHeld = next !== undefined
  if (isSame && (!next || isClosed(next) || state.isReadOnly)) return { isHeld }
  const { name, user } = namesOf(id)
  const canEnter = !holding.isSuspended && !(next && isClosed(next))
  const statements = `
alter role ${user} ${canEnter ? 'login' : 'nologin'};
comment on role ${user} is ${next ? `'${JSON.stringify(next)}'` : 'null'};
alter database ${name} ${next ? 'set default_transaction_read_only = on' : 'reset default_transaction_read_only'};
`
  await withoutSessions(server, id, statements)
  if (isSame) return { isHeld }
  return { isHeld, sentence: sentenceAbout(next, hold, `${bytes} bytes of ${maxBytes}`) }
}

function sentenceAbout(hold: Hold | undefined, before: Hold | undefined, sizes: string): string {
  if (!hold) return `The database has room again (${sizes}): it is writable.`
  if (hold.closedUntil === never)
    return `The database has grown again although it is larger than its plan allows (${sizes}): it is closed until it has a larger plan.`
  if (isClosed(hold))
    return `The database has grown although it is larger than its plan allows (${sizes}): it is closed until ${new Date(hold.closedUntil).toISOString()}.`
  if (before) return `The database can be entered again (${sizes}): it is still read-only.`
  return `The database is larger than its plan allows (${sizes}): it is read-only now. Drop, truncate or delete something in a transaction that begins with "begin read write", and give space back with "vacuum full", or choose a larger plan.`
}
