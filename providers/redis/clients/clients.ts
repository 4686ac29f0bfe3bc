import type { Resource } from '#providers/kit/resources/resource.ts'
import type { TenantCommand, TenantPrograms } from '#providers/kit/tenant/tenant-programs.ts'
import type { Server } from '#providers/redis/server.ts'

/** What clients of customers need. */
export interface ClientContext {
  programs: TenantPrograms
  serverOf(resource: Pick<Resource, 'id'>): Promise<Pick<Server, 'ask'>>
}

/** Command line of `redis-cli` that logs in as the customer, or as another user. */
export const commandFor = (
  { config }: Resource,
  args: readonly string[],
  login?: { name: string; password: string },
): Omit<TenantCommand, 'timeout'> => ({
  port: Number(config.REDIS_PORT),
  socket: 'redis.sock',
  command: [
    ...(['/usr/bin/redis-cli', '-s', '/socket/redis.sock', '--no-auth-warning'] as const),
    ...(login ? ['--user', login.name] : []),
    ...args,
  ],
  env: {
    HOME: '/tmp',
    REDISCLI_AUTH: login?.password ?? config.REDIS_PASSWORD ?? '',
    REDISCLI_HISTFILE: '/dev/null',
  },
})
