import { join } from 'node:path'
import { folderSize } from '#providers/kit/disk/folder-size.ts'
import { namesOf } from '#providers/mariadb/database.ts'
import type { Server } from '#providers/mariadb/server/server.ts'

/** Folder of a database, which has a file for each table. */
export const databaseFolder = (server: Pick<Server, 'cluster'>, id: string): string =>
  join(server.cluster, namesOf(id).name)

/** Disk space of a database in bytes: of its files, because customers can make the server's statistics wrong. */
export const sizeOf = (server: Server, id: string): Promise<number> =>
  folderSize(databaseFolder(server, id))

/** Rights that let a database grow; reading, deleting rows, dropping and truncating tables remain. */
const growing = [
  ...['insert', 'update', 'create', 'alter', 'index', 'create temporary tables', 'create view'],
  ...['create routine', 'alter routine', 'trigger', 'event', 'references'],
].join(', ')

/** Write access is restored below this share of the limit. */
const roomAgain = 0.95

export interface Hold {
  /** Whether it is held, that is, must not grow. */
  isHeld: boolean
  /** Message to the customer, when that has changed. */
  sentence?: string
}

/**
 * Revokes the rights to grow from the user of a database beyond its limit, or grants them again. Only the administrator
 * can grant rights.
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
  // Sessions keep their rights to the selected database, and statements continue.
  await server.run(`${change}\nkill user ${user};`)
  return { isHeld, sentence: isHeld ? overLimit(bytes, maxBytes) : withinLimit(bytes, maxBytes) }
}

const overLimit = (bytes: number, maxBytes: number) =>
  `The database is larger than its plan allows (${bytes} bytes of ${maxBytes}): rows can be read and deleted, not written. Make room, or choose a larger plan.`

const withinLimit = (bytes: number, maxBytes: number) =>
  `The database has room again (${bytes} bytes of ${maxBytes}): rows can be written.`

/** Share of the plan that has to be free inside a table's file to make a rebuild worthwhile. */
const worthwhile = 0.1

/**
 * Rebuilds tables with much free space in their files: deleted rows do not shrink the files, and a customer without the
 * right to insert cannot rebuild them.
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
