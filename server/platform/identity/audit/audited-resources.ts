import type { Platform } from '#platform/identity/platform.ts'
import type { ChangedSubject } from '#platform/model/events/action-events.ts'
import { isLogSourceId, type LogSourceId } from '#platform/model/ids.ts'

/** A target has a handful of ids; what is more was made up. */
const maxResources = 5
/** No call takes this long: who began it has crashed. */
const cutOffAfter = 3_600_000
const pageSize = 500

/** Applications and add-ons that an entry is about: those in its target, and the one that the call was about. */
export function resourcesOf(target: string, subject?: ChangedSubject): LogSourceId[] {
  const named = [...target.split(' '), ...(subject ? [subject.id] : [])].filter(isLogSourceId)
  return [...new Set(named)].slice(0, maxResources)
}

/** Publishes entries whose outcome a crash has left unknown, so that who reads only what is published sees that they were begun. */
export async function publishCutOff({ store, clock }: Pick<Platform, 'store' | 'clock'>) {
  const before = clock() - cutOffAfter
  for (let offset = 0; ; ) {
    const found = await store.audit.listUnpublished(before, { limit: pageSize, offset })
    for (const entry of found) {
      const about = resourcesOf(entry.target)
      if (about.length > 0) await store.audit.publish(entry, about)
      // What is about no resource stays where it is.
      else offset += 1
    }
    if (found.length < pageSize) return
  }
}
