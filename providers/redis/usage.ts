import type { ResourceUsage } from '#protocol/usage.ts'
import type { Plan } from './plans.ts'
import type { Server } from './server.ts'
import { administrator } from './settings.ts'

/** Memory of its data, in bytes. */
export async function usedMemory(server: Server): Promise<number> {
  const told = await server.ask('INFO', 'memory')
  return Number(/^used_memory:(\d+)/m.exec(told)?.[1])
}

/** What a server uses now. It holds everything in memory, so that its size is the memory of its data. */
export async function usageOf(server: Server, plan: Plan): Promise<ResourceUsage> {
  const clients = (await server.ask('CLIENT', 'LIST')).split('\n').filter(Boolean)
  return {
    memoryBytes: await usedMemory(server),
    maxMemoryBytes: plan.memory,
    connections: clients.filter((client) => !client.includes(` user=${administrator} `)).length,
    maxConnections: plan.connections,
  }
}
