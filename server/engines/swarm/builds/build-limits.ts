import type { Limits } from '#platform/model/hosting/deployments/engine.ts'

const period = 100_000

/** The limits of a build as Docker wants them. */
export const resourceLimits = ({ memoryMegabytes, cpus, processes }: Limits) => ({
  Memory: memoryMegabytes * 1024 * 1024,
  MemorySwap: memoryMegabytes * 1024 * 1024,
  CpuPeriod: period,
  CpuQuota: Math.round(cpus * period),
  PidsLimit: processes,
})
