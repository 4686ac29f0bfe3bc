import { namesOf, sendOut } from './database.ts'
import type { Server } from './server.ts'

/** In bytes, as far as the server keeps count. */
export async function sizeOf(server: Server, id: string): Promise<number> {
  return Number(
    await server.run(`
select coalesce(sum(data_length + index_length), 0)
from information_schema.tables where table_schema = '${namesOf(id).name}';
`),
  )
}

const writing = 'insert, update, create, alter'

/** Takes the right to write from the user of a database that is larger than it may be; one sentence when that has changed. */
export async function holdToSize(
  server: Server,
  id: string,
  most: number,
): Promise<string | undefined> {
  const { name, user } = namesOf(id)
  const size = await sizeOf(server, id)
  const right = await server.run(
    `select Insert_priv from mysql.db where Db = '${name}' and User = '${user}';`,
  )
  const [isOver, isHeld] = [size > most, right.trim() === 'N']
  if (isOver === isHeld) return undefined
  await server.run(
    isOver
      ? `revoke ${writing} on ${name}.* from ${user}@'%';`
      : `grant ${writing} on ${name}.* to ${user}@'%';`,
  )
  await sendOut(server, id)
  const sizes = `${size} bytes of ${most}`
  return isOver
    ? `The database is larger than its plan allows (${sizes}): rows can be read and deleted, not written. Make room, or choose a larger plan.`
    : `The database has room again (${sizes}): rows can be written.`
}
