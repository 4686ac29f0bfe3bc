import type { ResourceUsage } from '#protocol/usage.ts'
import { rowsOf } from '#providers/kit/servers/rows.ts'
import { namesOf } from '#providers/postgresql/database.ts'
import type { Plan } from '#providers/postgresql/plans.ts'
import type { Server } from '#providers/postgresql/server/server.ts'

/** What a database uses now; the memory of a shared server cannot be told apart. */
export async function usageOf(server: Server, id: string, plan: Plan): Promise<ResourceUsage> {
  const { name, user } = namesOf(id)
  const told = await server.run(`
select pg_database_size('${name}'), count(*) from pg_stat_activity
where datname = '${name}' and usename = '${user}';
`)
  const [diskBytes, connections] = (rowsOf(told)[0] ?? []).map(Number)
  return {
    diskBytes,
    maxDiskBytes: plan.disk,
    connections,
    maxConnections: plan.connections,
    ...(plan.isDedicated && {
      memoryBytes: await server.memory(),
      maxMemoryBytes: plan.memory,
    }),
  }
}
