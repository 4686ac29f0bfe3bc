import { createHash, randomBytes } from 'node:crypto'
import type { Server } from './server.ts'

/** A database with one user, who owns it, on a server that it may share with others. */
export interface Database {
  name: string
  user: string
  password: string
}

/** Letters and digits that follow from the id of a resource: names that need no quoting and come to nobody twice. */
export const nameFor = (kind: string, id: string) =>
  `${kind}${createHash('sha256').update(`${kind} ${id}`).digest('hex').slice(0, 19)}`

/** What the database of a resource and its user are called. */
export const namesOf = (id: string) => ({ name: nameFor('b', id), user: nameFor('u', id) })

/** Makes the database of a resource, or gives the one that it has another password. */
export async function makeDatabase(
  server: Server,
  id: string,
  { connections }: { connections: number },
  password = randomBytes(18).toString('hex'),
): Promise<Database> {
  const { name, user } = namesOf(id)
  await server.run(`
select 'create role ${user}' where not exists (select from pg_roles where rolname = '${user}') \\gexec
alter role ${user} login nosuperuser nocreatedb nocreaterole password '${password}' connection limit ${connections};
select 'create database ${name} owner ${user}' where not exists (select from pg_database where datname = '${name}') \\gexec
revoke all on database ${name} from public;
`)
  return { name, user, password }
}

export async function dropDatabase(server: Server, id: string): Promise<void> {
  const { name, user } = namesOf(id)
  await server.run(`
drop database if exists ${name} with (force);
drop role if exists ${user};
`)
}

/** Ends what those inside do, whatever they came in with. */
export const endSessions = (server: Server, id: string): Promise<string> =>
  server.run(
    `select pg_terminate_backend(pid) from pg_stat_activity where usename = '${namesOf(id).user}';`,
  )

/** Lets nobody in any more, and ends what those inside do. */
export async function shut(server: Server, id: string): Promise<void> {
  const { user } = namesOf(id)
  await server.run(
    `select 'alter role ${user} nologin' from pg_roles where rolname = '${user}' \\gexec`,
  )
  await endSessions(server, id)
}

/** Nobody but its administrator may use what every new server has; to be asked once. */
export const closeToPublic = (server: Server) =>
  server.run(`
revoke all on database postgres, template1 from public;
revoke create on schema public from public;
`)
