import { createHash, randomBytes } from 'node:crypto'
import type { Server } from './server/server.ts'

/** A database with one user, who owns it, possibly on a shared server. */
export interface Database {
  name: string
  user: string
  password: string
}

/** One that is there. */
export interface MadeDatabase extends Database {
  /** The name of its folder. */
  oid: string
}

/** Names derived from the id of a resource: unique, and letters and digits only, so that they need no quoting. */
const nameFor = (kind: string, id: string) =>
  `${kind}${createHash('sha256').update(`${kind} ${id}`).digest('hex').slice(0, 19)}`

/** Names of a resource's database and user. */
export const namesOf = (id: string) => ({ name: nameFor('b', id), user: nameFor('u', id) })

/** Limits of a database by its plan. */
export interface DatabaseLimits {
  connections: number
  /** In bytes. */
  disk: number
  isDedicated: boolean
}

/** What a database is made with. */
export interface DatabaseOptions extends DatabaseLimits {
  /** Such as `en_GB`; that of the server when absent. It never changes afterwards. */
  locale?: string | undefined
}

/** Creates the database of a resource, or updates its password. One closed for its size (`hold.ts`) stays closed. */
export async function makeDatabase(
  server: Server,
  id: string,
  { locale, ...limits }: DatabaseOptions,
  password = randomBytes(18).toString('hex'),
): Promise<MadeDatabase> {
  const { name, user } = namesOf(id)
  const known = locale === undefined ? undefined : await server.locale(locale)
  // Only an empty template can be copied into another locale.
  const sorted = known === undefined ? '' : ` template template0 locale "${known}"`
  const oid = await server.run(`
select 'create role ${user}' where not exists (select from pg_roles where rolname = '${user}') \\gexec
alter role ${user} nosuperuser nocreatedb nocreaterole noreplication nobypassrls password '${password}' connection limit ${limits.connections};
select 'alter role ${user} login' from pg_roles where rolname = '${user}'
  and coalesce(shobj_description(oid, 'pg_authid'), '') !~ '"closedUntil":-?[1-9]' \\gexec
${settingsOf(user, limits)}
select 'create database ${name} owner ${user}${sorted}' where not exists (select from pg_database where datname = '${name}') \\gexec
revoke all on database ${name} from public;
select oid from pg_database where datname = '${name}';
`)
  return { name, user, password, oid: oid.trim() }
}

/**
 * Settings that only the administrator can change, also for a session: temporary file space, half of the plan's for
 * each process, and on a shared server no lines in its log, which only the operator reads and any customer could flood.
 */
function settingsOf(user: string, { disk, isDedicated }: DatabaseLimits): string {
  const level = isDedicated ? 'reset log_min_messages' : 'set log_min_messages = panic'
  return `
alter role ${user} set temp_file_limit = '${Math.ceil(disk / 2 / 1024)}kB';
alter role ${user} ${level};
`
}

export async function dropDatabase(server: Server, id: string): Promise<void> {
  const { name, user } = namesOf(id)
  await server.run(`
drop database if exists ${name} with (force);
drop role if exists ${user};
`)
}

/** Terminates all sessions of the database's user. */
export const endUserSessions = (server: Server, user: string): Promise<string> =>
  server.run(`select pg_terminate_backend(pid) from pg_stat_activity where usename = '${user}';`)

/** The same for the user of a resource. */
export const endSessions = (server: Server, id: string): Promise<string> =>
  endUserSessions(server, namesOf(id).user)

const maxAttempts = 5

/**
 * Runs statements about a database and its user after terminating its sessions, with retries in case a session
 * reconnected and locked the objects.
 */
export async function withoutSessions(
  server: Server,
  id: string,
  statements: string,
): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      await server.run(`
select pg_terminate_backend(pid, 1000) from pg_stat_activity where usename = '${namesOf(id).user}';
set lock_timeout = '1s';
begin;
${statements}
commit;
select pg_terminate_backend(pid) from pg_stat_activity where usename = '${namesOf(id).user}';
`)
      return
    } catch (error) {
      if (attempt === maxAttempts) throw error
    }
  }
}

/** Disables the user's login and terminates its sessions. */
export async function lockAccount(server: Server, id: string): Promise<void> {
  const { user } = namesOf(id)
  await server.run(`
select 'alter role ${user} nologin' from pg_roles where rolname = '${user}' \\gexec
select pg_terminate_backend(pid) from pg_stat_activity where usename = '${user}';
`)
}

/** Revokes PUBLIC's rights of a new server; to be run once. */
export const closeToPublic = (server: Server) =>
  server.run(`
revoke all on database postgres, template1 from public;
revoke create on schema public from public;
`)
