import { availableParallelism, totalmem } from 'node:os'
import type { GroupLimits } from '#kit/control-groups/control-group-plan.ts'
import { maxOutside } from '#providers/kit/outside/outside-limits.ts'

const megabyte = 1024 * 1024
/** Threads of a server besides those of connections. */
const ownThreads = 100

/** Shared server: a quarter of the machine's memory and half of its CPUs. */
export const sharedLimits = (): GroupLimits => ({
  memoryMegabytes: Math.min(4096, Math.max(768, Math.floor(totalmem() / 4 / megabyte))),
  cpus: Math.max(1, availableParallelism() / 2),
  processes: 400 + maxOutside,
})

/** Dedicated server: the memory of the plan and one CPU. */
export const dedicatedLimits = (plan: { memory: number; connections: number }): GroupLimits => ({
  memoryMegabytes: Math.ceil(plan.memory / megabyte),
  cpus: 1,
  processes: plan.connections + maxOutside + ownThreads,
})
