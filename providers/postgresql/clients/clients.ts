import { join } from 'node:path'
import type { Resource } from '#providers/kit/resources/resource.ts'
import type { TenantCommand, TenantPrograms } from '#providers/kit/tenant/tenant-programs.ts'
import { namesOf } from '#providers/postgresql/database.ts'
import { findPrograms } from '#providers/postgresql/server/programs.ts'
import type { Server } from '#providers/postgresql/server/server.ts'

/** What clients of customers need. */
export interface ClientContext {
  programs: TenantPrograms
  serverOf(resource: Resource): Promise<Server>
}

export type ClientProgram = 'psql' | 'pg_dump' | 'pg_restore'

/** Command line of a client that logs in as the customer's own user. */
export async function commandFor(
  { serverOf }: Pick<ClientContext, 'serverOf'>,
  resource: Resource,
  program: ClientProgram,
  args: readonly string[],
  settings = '',
): Promise<Omit<TenantCommand, 'timeout'>> {
  const { port } = await serverOf(resource)
  const { name, user } = namesOf(resource.id)
  return {
    port,
    socket: '.s.PGSQL.5432',
    command: [join(await findPrograms(), program), '--no-password', ...args],
    env: {
      HOME: '/tmp',
      PGHOST: '/socket',
      PGPORT: '5432',
      PGUSER: user,
      PGDATABASE: name,
      PGPASSWORD: resource.config.POSTGRESQL_ADDON_PASSWORD ?? '',
      PGCONNECT_TIMEOUT: '10',
      PGCLIENTENCODING: 'UTF8',
      ...(settings && { PGOPTIONS: settings }),
    },
  }
}

/** What a client complains, without what only its script says about: what we have put around a statement. */
export function explain(said: string): string {
  if (/out of memory for query result/.test(said))
    return 'The answer is too large: select fewer or shorter columns.'
  const [found = said] = /(?:ERROR|FATAL): .*/s.exec(said) ?? []
  return found
    .replace(/\n(?:QUERY|CONTEXT|LOCATION):.*/s, '')
    .replace(/^\w+: +/, '')
    .slice(0, 2_000)
    .trim()
}
