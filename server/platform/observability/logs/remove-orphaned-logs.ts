import { isAddonId } from '#platform/model/ids.ts'
import type { Platform } from '#platform/observability/platform.ts'

/**
 * Removes logs of applications and add-ons without a record: the server may have ended between the deletion of the
 * record and that of the log, and a last line may have come after it.
 */
export async function removeOrphanedLogs({
  store,
  logs,
  accessLogs,
}: Pick<Platform, 'store' | 'logs' | 'accessLogs'>): Promise<void> {
  for (const book of [logs, accessLogs]) {
    for (const id of await book.sources()) {
      const record = isAddonId(id) ? await store.addons.find(id) : await store.applications.find(id)
      if (!record) await book.forget(id)
    }
  }
}
