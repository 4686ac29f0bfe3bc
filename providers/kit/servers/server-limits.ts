import { availableParallelism, totalmem } from 'node:os'
import type { GroupLimits } from '#kit/control-groups/control-group-plan.ts'
import { maxOutside } from '#providers/kit/outside/outside-limits.ts'

const megabyte = 1024 * 1024
/** Threads of a server that serve no connection. */
const ownThreads = 100

/** A quarter of the machine's memory and half of its processors, for a server that customers share. */
export const sharedLimits = (): GroupLimits => ({
  memoryMegabytes: Math.min(4096, Math.max(768, Math.floor(totalmem() / 4 / megabyte))),
  cpus: Math.max(1, availableParallelism() / 2),
  processes: 400 + maxOutside,
})

/** The memory of the plan and one processor, for a server that is one customer's. */
export const dedicatedLimits = (plan: { memory: number; connections: number }): GroupLimits => ({
  memoryMegabytes: Math.ceil(plan.memory / megabyte),
  cpus: 1,
  processes: plan.connections + maxOutside + ownThreads,
})
