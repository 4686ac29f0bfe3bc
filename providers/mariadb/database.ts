import { createHash, randomBytes } from 'node:crypto'
import type { Server } from './server/server.ts'

/** A database with one user, who has all rights in it and none elsewhere. */
export interface Database {
  name: string
  user: string
  password: string
}

const newPassword = () => randomBytes(18).toString('hex')

/** Names derived from the id of a resource: unique, and letters and digits only, so that they need no quoting. */
export const namesOf = (id: string) => ({ name: nameFor('b', id), user: nameFor('u', id) })

/** Users of questions about the contents of a resource begin alike: those of earlier versions are named after it alone. */
const readerPrefix = (id: string) => nameFor('r', id).slice(0, 10)

/** Name for the user of one more question. */
export const newReader = (id: string) => `${readerPrefix(id)}${randomBytes(5).toString('hex')}`

const nameFor = (kind: string, id: string) =>
  `${kind}${createHash('sha256').update(`${kind} ${id}`).digest('hex').slice(0, 19)}`

/** Pattern of customers' users in SQL; the administrator's differs. */
export const customerPattern = "'^u[0-9a-f]{19}$'"

/**
 * Creates the database of a resource, or updates its password and connection limit. One held for its size (`size.ts`)
 * stays held.
 */
export async function makeDatabase(
  server: Server,
  id: string,
  { connections }: { connections: number },
  password = newPassword(),
): Promise<Database> {
  const { name, user } = namesOf(id)
  await server.run(`
create database if not exists ${name};
create user if not exists ${user}@'%' account lock;
alter user ${user}@'%' identified by '${password}' with max_user_connections ${connections} account unlock;
set @statement = if(
  exists (select * from mysql.db where Db = '${name}' and User = '${user}' and Insert_priv = 'N'),
  'do 0',
  "grant all on ${name}.* to ${user}@'%'"
);
execute immediate @statement;
`)
  return { name, user, password }
}

export async function dropDatabase(server: Server, id: string): Promise<void> {
  const { name, user } = namesOf(id)
  await dropReaders(server, id)
  await server.run(`
drop user if exists ${user}@'%';
kill user ${user};
drop database if exists ${name};
`)
}

/** Ends the user of a question and its session. */
export const dropReader = (server: Server, reader: string) =>
  server.run(`
drop user if exists ${reader}@'127.0.0.1', ${reader}@'%';
kill user ${reader};
`)

/** Ends all questions about a resource. */
export async function dropReaders(server: Server, id: string): Promise<void> {
  const readers = await server.run(`
select user from mysql.global_priv where user like '${readerPrefix(id)}%';
`)
  for (const reader of readers.split('\n').filter((line) => /^r[0-9a-f]{19}$/.test(line)))
    await dropReader(server, reader)
}

/** Kills the sessions of a resource's user, so that new passwords and rights apply to all. */
export const killSessions = (server: Server, id: string) =>
  server.run(`kill user ${namesOf(id).user};`)

/** Locks the user and kills its sessions. */
export async function lockAccount(server: Server, id: string): Promise<void> {
  const { user } = namesOf(id)
  await server.run(`
alter user if exists ${user}@'%' account lock;
kill user ${user};
`)
  await dropReaders(server, id)
}
