import { runOrThrow } from '#kit/process/subprocess.ts'
import { openRedis } from '#providers/redis/redis.ts'
import { openProviderScene } from './provider-scene.ts'

const megabyte = 1024 * 1024
const plans = [{ slug: 's', memory: 64 * megabyte, connections: 15 }]

export type TestRedis = Awaited<ReturnType<typeof openTestRedis>>

/** The Redis provider, and servers of its customers. */
export async function openTestRedis() {
  const scene = await openProviderScene('redis-addon', (given) =>
    openRedis(given, { plans, maintenanceInterval: 200 }),
  )
  return {
    ...scene,
    async order() {
      const { id, config } = await scene.order('s')
      const { REDIS_PORT, REDIS_PASSWORD } = config
      return {
        id: String(id),
        ask: async (commands: string) =>
          (
            await runOrThrow(['redis-cli', '-h', '127.0.0.1', '-p', String(REDIS_PORT)], {
              input: commands,
              env: { PATH: '/usr/bin:/bin', REDISCLI_AUTH: String(REDIS_PASSWORD) },
              timeout: 300_000,
            })
          ).trim(),
      }
    },
  }
}
