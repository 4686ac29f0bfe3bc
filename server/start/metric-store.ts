import {
  type OpenedMetricStore,
  openMetricDatabase,
} from '#stores/sqlite/metrics/metric-database.ts'

/** Bytes of metrics that are kept in memory when there is no other place. */
const maxMemoryBytes = 64 * 1024 * 1024
/** One application's part of the limit. */
const share = 8

/** Opens the metrics of applications; in memory when the file cannot be opened, as on a full disk. */
export function openMetricStore(
  file: string,
  maxBytes: number,
  log: (line: string) => void,
): OpenedMetricStore {
  try {
    return openMetricDatabase(file, { maxBytes, maxApplicationBytes: maxBytes / share })
  } catch (error) {
    log(`Metrics are in memory only until the next start: ${file}: ${(error as Error).message}`)
    const limits = { maxBytes: maxMemoryBytes, maxApplicationBytes: maxMemoryBytes / share }
    return openMetricDatabase(':memory:', limits)
  }
}
