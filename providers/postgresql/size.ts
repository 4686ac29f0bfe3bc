import { endSessions, namesOf } from './database.ts'
import type { Server } from './server.ts'

/** In bytes. */
export async function sizeOf(server: Server, id: string): Promise<number> {
  return Number(await server.run(`select pg_database_size('${namesOf(id).name}');`))
}

/** How large the databases of a server are in bytes, and which are held read-only, by their names. */
export async function readSizes(server: Server): Promise<Map<string, Size>> {
  const rows = await server.run(`
select datname, pg_database_size(oid), exists (
  select from pg_db_role_setting
  where setdatabase = pg_database.oid and 'default_transaction_read_only=on' = any (setconfig)
) from pg_database where not datistemplate;
`)
  const entries = rows
    .trim()
    .split('\n')
    .map((row) => row.split('\t'))
    .map(
      ([name = '', bytes, held]) => [name, { bytes: Number(bytes), isHeld: held === 't' }] as const,
    )
  return new Map(entries)
}

export interface Size {
  bytes: number
  isHeld: boolean
}

/** Whether a database is read-only though it need not be, or not though it should. */
export const isToChange = ({ bytes, isHeld }: Size, most: number): boolean =>
  bytes > most !== isHeld

/**
 * Makes a database read-only when it is larger than it may be, and writable when it is not; one sentence about that.
 * Who wants to make room in it says so: `begin read write`.
 */
export async function holdToSize(
  server: Server,
  id: string,
  { bytes }: Size,
  most: number,
): Promise<string> {
  const isOver = bytes > most
  const change = isOver
    ? 'set default_transaction_read_only = on'
    : 'reset default_transaction_read_only'
  await server.run(`alter database ${namesOf(id).name} ${change};`)
  await endSessions(server, id)
  const sizes = `${bytes} bytes of ${most}`
  return isOver
    ? `The database is larger than its plan allows (${sizes}): it is read-only now. Delete something in a transaction that begins with "begin read write", or choose a larger plan.`
    : `The database has room again (${sizes}): it is writable.`
}
