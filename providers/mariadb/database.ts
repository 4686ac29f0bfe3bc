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

/** User that may only select, for questions about its contents. */
export const readerOf = (id: string) => nameFor('r', id)

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
  const reader = readerOf(id)
  await server.run(`
drop user if exists ${user}@'%', ${reader}@'%';
kill user ${user};
kill user ${reader};
drop database if exists ${name};
`)
}

/** Kills the sessions of a resource's user, so that new passwords and rights apply to all. */
export const killSessions = (server: Server, id: string) =>
  server.run(`kill user ${namesOf(id).user};`)

/** Locks the user and kills its sessions. */
export async function lockAccount(server: Server, id: string): Promise<void> {
  const { user } = namesOf(id)
  await server.run(`
alter user if exists ${user}@'%' account lock;
alter user if exists ${readerOf(id)}@'%' account lock;
kill user ${user};
kill user ${readerOf(id)};
`)
}
