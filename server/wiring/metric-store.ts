import type { MetricStore } from '#platform/model/observability/metric-store.ts'
import {
  type OpenedMetricStore,
  openMetricDatabase,
} from '#stores/sqlite/metrics/metric-database.ts'

/** Bytes of metrics that are kept in memory when there is no other place. */
const maxMemoryBytes = 64 * 1024 * 1024
/** One application's part of the limit. */
const share = 8

/** Opens the metrics of applications and add-ons; in memory while the file cannot be opened, as on a full disk. */
export function openMetricStore(
  file: string,
  maxBytes: number,
  log: (line: string) => void,
): OpenedMetricStore {
  const open = () => openMetricDatabase(file, limitsOf(maxBytes))
  try {
    return open()
  } catch (error) {
    const reason = (error as Error).message
    log(`Metrics are in memory only until their file can be opened: ${file}: ${reason}`)
    return untilOpened(openMetricDatabase(':memory:', limitsOf(maxMemoryBytes)), open)
  }
}

const limitsOf = (maxBytes: number) => ({ maxBytes, maxApplicationBytes: maxBytes / share })

/** A store that is replaced by the file as soon as that can be opened, which each rolling up tries first. */
function untilOpened(memory: OpenedMetricStore, open: () => OpenedMetricStore): OpenedMetricStore {
  let current = memory
  const tryToOpen = async (until: number) => {
    if (current !== memory) return
    let file: OpenedMetricStore | undefined
    try {
      file = open()
      await copy(memory, file, until)
      current = file
      await memory.close()
    } catch {
      await file?.close()
    }
  }
  return {
    add: (series) => current.add(series),
    async rollUp(until) {
      await tryToOpen(until)
      await current.rollUp(until)
    },
    rolledUpUntil: () => current.rolledUpUntil(),
    read: (query) => current.read(query),
    readRequests: (query) => current.readRequests(query),
    forget: (resourceId) => current.forget(resourceId),
    resources: () => current.resources(),
    trim: (now) => current.trim(now),
    close: () => current.close(),
  }
}

async function copy(from: MetricStore, to: MetricStore, until: number): Promise<void> {
  for (const resourceId of await from.resources()) {
    await to.add(await from.read({ resourceId, resolution: 'fine', since: 0, until: until + 1 }))
  }
}
