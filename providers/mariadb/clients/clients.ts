import type { Resource } from '#providers/kit/resources/resource.ts'
import type { TenantCommand, TenantPrograms } from '#providers/kit/tenant/tenant-programs.ts'
import { namesOf } from '#providers/mariadb/database.ts'
import type { Server } from '#providers/mariadb/server/server.ts'

/** What clients of customers need. */
export interface ClientContext {
  programs: TenantPrograms
  serverOf(resource: Resource): Promise<Server>
}

const connecting = ['--no-defaults', '--skip-ssl', '--socket=/socket/mariadb.sock']

/** Command line of a client that logs in as the customer's own user, or as another one. */
export async function commandFor(
  { serverOf }: Pick<ClientContext, 'serverOf'>,
  resource: Resource,
  program: 'mariadb' | 'mariadb-dump',
  args: readonly string[],
  login = {
    user: namesOf(resource.id).user,
    password: resource.config.MYSQL_ADDON_PASSWORD ?? '',
  },
): Promise<Omit<TenantCommand, 'timeout'>> {
  const { port } = await serverOf(resource)
  const { name } = namesOf(resource.id)
  return {
    port,
    socket: 'mariadb.sock',
    command: [`/usr/bin/${program}`, ...connecting, `--user=${login.user}`, ...args, name],
    env: { HOME: '/tmp', MYSQL_PWD: login.password, MYSQL_HISTFILE: '/dev/null' },
  }
}

/** `Table 'x' does not exist`, from the line of an error. */
export const explain = (said: string): string =>
  (/^ERROR \d+ \([^)]*\)[^:\n]*: (.+)$/m.exec(said)?.[1] ?? said).slice(0, 2_000).trim()
