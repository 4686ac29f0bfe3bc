import { createHmac, randomBytes } from 'node:crypto'
import type { Resource } from '#providers/kit/resources/resource.ts'
import type { TenantCommand, TenantPrograms } from '#providers/kit/tenant/tenant-programs.ts'
import { namesOf, readerOf } from '#providers/mariadb/database.ts'
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

const key = randomBytes(32)

/** Creates or unlocks the user that may only select, with a password that only this process knows. */
export async function openReader(server: Server, { id }: Resource) {
  const user = readerOf(id)
  const password = createHmac('sha256', key).update(id).digest('hex')
  await server.run(`
create user if not exists ${user}@'%' account lock;
alter user ${user}@'%' identified by '${password}' with max_user_connections 4 account unlock;
grant select, show view on ${namesOf(id).name}.* to ${user}@'%';
`)
  return { user, password }
}

/** `Table 'x' does not exist`, from the line of an error. */
export const explain = (said: string): string =>
  (/^ERROR \d+ \([^)]*\)[^:\n]*: (.+)$/m.exec(said)?.[1] ?? said).slice(0, 2_000).trim()
