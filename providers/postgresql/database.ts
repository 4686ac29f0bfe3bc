import { createHash, randomBytes } from 'node:crypto'
import type { Server } from './server.ts'

/** A database with one user, who owns it, on a server that it may share with others. */
export interface Database {
  name: string
  user: string
  password: string
}

/** Letters and digits that follow from the id of a resource: names that need no quoting and come to nobody twice. */
const nameFor = (kind: string, id: string) =>
  `${kind}${createHash('sha256').update(`${kind} ${id}`).digest('hex').slice(0, 19)}`

/** Makes the database of a resource, or gives the one that it has a new password. */
export async function makeDatabase(
  server: Server,
  id: string,
  { connections }: { connections: number },
): Promise<Database> {
  const [name, user] = [nameFor('b', id), nameFor('u', id)]
  const password = randomBytes(18).toString('hex')
  await server.run(`
select 'create role ${user}' where not exists (select from pg_roles where rolname = '${user}') \\gexec
alter role ${user} login nosuperuser nocreatedb nocreaterole password '${password}' connection limit ${connections};
select 'create database ${name} owner ${user}' where not exists (select from pg_database where datname = '${name}') \\gexec
revoke all on database ${name} from public;
`)
  return { name, user, password }
}

export async function dropDatabase(server: Server, id: string): Promise<void> {
  await server.run(`
drop database if exists ${nameFor('b', id)} with (force);
drop role if exists ${nameFor('u', id)};
`)
}

/** Nobody but its administrator may use what every new server has; to be asked once. */
export const closeToPublic = (server: Server) =>
  server.run(`
revoke all on database postgres, template1 from public;
revoke create on schema public from public;
`)
