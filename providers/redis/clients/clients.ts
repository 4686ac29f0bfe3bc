import type { Resource } from '#providers/kit/resources/resource.ts'
import type { TenantCommand, TenantPrograms } from '#providers/kit/tenant/tenant-programs.ts'

/** What clients of customers need. */
export interface ClientContext {
  programs: TenantPrograms
}

/** Command line of `redis-cli` that logs in as the customer. */
export const commandFor = (
  { config }: Resource,
  args: readonly string[],
): Omit<TenantCommand, 'timeout'> => ({
  port: Number(config.REDIS_PORT),
  socket: 'redis.sock',
  command: ['/usr/bin/redis-cli', '-s', '/socket/redis.sock', '--no-auth-warning', ...args],
  env: {
    HOME: '/tmp',
    REDISCLI_AUTH: config.REDIS_PASSWORD ?? '',
    REDISCLI_HISTFILE: '/dev/null',
  },
})
