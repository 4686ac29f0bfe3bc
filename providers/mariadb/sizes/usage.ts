import type { ResourceUsage } from '#protocol/usage.ts'
import { namesOf } from '#providers/mariadb/database.ts'
import type { Plan } from '#providers/mariadb/plans.ts'
import type { Server } from '#providers/mariadb/server/server.ts'
import { sizeOf } from './size.ts'

/** What a database uses now; the memory of a shared server cannot be told apart. */
export async function usageOf(server: Server, id: string, plan: Plan): Promise<ResourceUsage> {
  const { user } = namesOf(id)
  const told = await server.run(
    `select count(*) from information_schema.processlist where user = '${user}';`,
  )
  return {
    diskBytes: await sizeOf(server, id),
    maxDiskBytes: plan.disk,
    connections: Number(told),
    maxConnections: plan.connections,
    ...(plan.isDedicated && {
      memoryBytes: await server.memory(),
      maxMemoryBytes: plan.memory,
    }),
  }
}
