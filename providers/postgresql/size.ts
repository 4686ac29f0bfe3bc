import { namesOf } from './database.ts'
import type { Server } from './server.ts'

/** In bytes. */
export async function sizeOf(server: Server, id: string): Promise<number> {
  return Number(await server.run(`select pg_database_size('${namesOf(id).name}');`))
}

/**
 * Makes a database read-only while it is larger than it may be; one sentence when that has changed. Who wants to make
 * room in it says so: `begin read write`.
 */
export async function holdToSize(
  server: Server,
  id: string,
  most: number,
): Promise<string | undefined> {
  const { name, user } = namesOf(id)
  const [size = '0', held] = (
    await server.run(`
select pg_database_size(oid), exists (
  select from pg_db_role_setting
  where setdatabase = pg_database.oid and 'default_transaction_read_only=on' = any (setconfig)
) from pg_database where datname = '${name}';
`)
  )
    .trim()
    .split('\t')
  const isOver = Number(size) > most
  if (isOver === (held === 't')) return undefined
  await server.run(`
alter database ${name} ${isOver ? 'set default_transaction_read_only = on' : 'reset default_transaction_read_only'};
select pg_terminate_backend(pid) from pg_stat_activity where usename = '${user}';
`)
  const sizes = `${size} bytes of ${most}`
  return isOver
    ? `The database is larger than its plan allows (${sizes}): it is read-only now. Delete something in a transaction that begins with "begin read write", or choose a larger plan.`
    : `The database has room again (${sizes}): it is writable.`
}
