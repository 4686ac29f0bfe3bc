import type { AddonPoint } from '#platform/observability/metrics/addons/addon-sample.ts'
import { rounded } from './metric-record.ts'
import type { SeriesMetric } from './named-series.ts'

const percentOf = (part: number | null, whole: number | null) =>
  part === null || !whole ? null : (part / whole) * 100

/** Metrics of add-ons: the size of what is stored, memory in percent of the plan and in bytes, and connections. */
export const addonMetrics: Readonly<Record<string, SeriesMetric<AddonPoint>>> = {
  disk: { unit: 'B', read: ({ diskBytes }) => diskBytes },
  mem: {
    unit: '%',
    read: ({ memoryBytes, maxMemoryBytes }) => percentOf(memoryBytes, maxMemoryBytes),
  },
  mem_bytes: { unit: 'B', read: ({ memoryBytes }) => memoryBytes },
  connections: { unit: 'connections', read: ({ connections }) => connections },
}

/** A point as clients see it. */
export const addonPointToWire = (point: AddonPoint) => ({
  date: new Date(point.at).toISOString(),
  diskBytes: rounded(point.diskBytes, 0),
  maxDiskBytes: rounded(point.maxDiskBytes, 0),
  diskPercent: rounded(percentOf(point.diskBytes, point.maxDiskBytes), 2),
  memoryBytes: rounded(point.memoryBytes, 0),
  maxMemoryBytes: rounded(point.maxMemoryBytes, 0),
  memoryPercent: rounded(percentOf(point.memoryBytes, point.maxMemoryBytes), 2),
  connections: rounded(point.connections, 1),
  maxConnections: rounded(point.maxConnections, 0),
})
