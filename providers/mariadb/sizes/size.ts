import { join } from 'node:path'
import { folderSize } from '#providers/kit/disk/folder-size.ts'
import { namesOf } from '#providers/mariadb/database.ts'
import type { Server } from '#providers/mariadb/server/server.ts'

/** The folder of a database, which has a file for each table. */
export const databaseFolder = (server: Pick<Server, 'cluster'>, id: string): string =>
  join(server.cluster, namesOf(id).name)

/** The disk space of a database in bytes: of its files, as customers can keep the statistics of the server wrong. */
export const sizeOf = (server: Server, id: string): Promise<number> =>
  folderSize(databaseFolder(server, id))

/** What remains: reading, deleting rows, dropping and truncating tables. */
const growing = [
  ...['insert', 'update', 'create', 'alter', 'index', 'create temporary tables', 'create view'],
  ...['create routine', 'alter routine', 'trigger', 'event', 'references'],
].join(', ')

/** One is let write again when it has shrunk to so much of its limit. */
const roomAgain = 0.95

export interface Hold {
  /** Whether it may not grow. */
  isHeld: boolean
  /** What to tell the customer, when that has changed. */
  sentence?: string
}

/**
 * Takes the rights to grow from the user of a database that is larger than it may be, or gives them back. Nobody but the
 * administrator can give rights.
 */
export async function holdToSize(
  server: Server,
  id: string,
  maxBytes: number,
  bytes: number,
): Promise<Hold> {
  const { name, user } = namesOf(id)
  const right = await server.run(
    `select Insert_priv from mysql.db where Db = '${name}' and User = '${user}';`,
  )
  const wasHeld = right.trim() === 'N'
  const isHeld = bytes > (wasHeld ? maxBytes * roomAgain : maxBytes)
  if (isHeld === wasHeld || right.trim() === '') return { isHeld: wasHeld }
  const change = isHeld
    ? `revoke ${growing} on ${name}.* from ${user}@'%';`
    : `grant all on ${name}.* to ${user}@'%';`
  // Sessions keep the rights to a database that they have chosen, and statements go on.
  await server.run(`${change}\nkill user ${user};`)
  return { isHeld, sentence: isHeld ? overLimit(bytes, maxBytes) : withinLimit(bytes, maxBytes) }
}

const overLimit = (bytes: number, maxBytes: number) =>
  `The database is larger than its plan allows (${bytes} bytes of ${maxBytes}): rows can be read and deleted, not written. Make room, or choose a larger plan.`

const withinLimit = (bytes: number, maxBytes: number) =>
  `The database has room again (${bytes} bytes of ${maxBytes}): rows can be written.`

/** The part of a plan that has to be free inside of a table's file for the table to be rebuilt. */
const worthwhile = 0.1

/**
 * Rebuilds the tables of a database that have much free space in their files: deleted rows leave the files as large as
 * they were, and a customer without the right to insert cannot rebuild them.
 */
export async function shrinkTables(server: Server, id: string, maxBytes: number): Promise<void> {
  const { name } = namesOf(id)
  await server.run(`
set session lock_wait_timeout = 5;
set session max_statement_time = 50;
delimiter //
begin not atomic
  for found in (
    select table_name as name from information_schema.tables
    where table_schema = '${name}' and table_type = 'BASE TABLE'
      and data_free > ${Math.floor(maxBytes * worthwhile)}
  ) do
    execute immediate concat('optimize local table ${name}.\`', replace(found.name, '\`', '\`\`'), '\`');
  end for;
end//
delimiter ;
set session lock_wait_timeout = default;
set session max_statement_time = default;
`)
}
