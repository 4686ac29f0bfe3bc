import type { ResourceUsage } from '#protocol/usage.ts'

/** Metrics of add-ons: the size of what is stored, memory in percent of the plan, and connections. */
export const addonMetricNames = ['disk', 'mem', 'mem_bytes', 'connections'] as const
export type AddonMetricName = (typeof addonMetricNames)[number]

const metrics: Record<
  AddonMetricName,
  { unit: string; read(usage: ResourceUsage): number | undefined }
> = {
  disk: { unit: 'B', read: ({ diskBytes }) => diskBytes },
  mem: {
    unit: '%',
    read: ({ memoryBytes, maxMemoryBytes }) =>
      memoryBytes === undefined || !maxMemoryBytes
        ? undefined
        : (memoryBytes / maxMemoryBytes) * 100,
  },
  mem_bytes: { unit: 'B', read: ({ memoryBytes }) => memoryBytes },
  connections: { unit: 'connections', read: ({ connections }) => connections },
}

/** Series of one point each, of now: what add-ons used before is not kept. What is not measured has none. */
export const addonSeries = (usage: ResourceUsage, names: readonly AddonMetricName[], now: number) =>
  names.flatMap((name) => {
    const { unit, read } = metrics[name]
    const value = read(usage)
    if (value === undefined) return []
    const text = String(Math.round(value * 100) / 100)
    return [{ name, unit, data: [{ timestamp: now * 1000, value: text }] }]
  })
