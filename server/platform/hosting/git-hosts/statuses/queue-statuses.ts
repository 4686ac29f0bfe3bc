import { type EventAttempts, readNewEvents } from '#platform/events/delivery/event-reader.ts'
import type { Platform } from '#platform/hosting/platform.ts'
import type { PlatformEvent } from '#platform/model/events/event.ts'
import type { Store } from '#platform/model/store.ts'
import { repositoryOwner, statusOfEvent } from './status-of-event.ts'

/** How long a status is tried. */
export const maxAge = 86_400_000

/** Queues statuses for what deployments of connected repositories have done since the last time. */
export function queueStatuses(
  { store, clock }: Pick<Platform, 'store' | 'clock'>,
  signal: AbortSignal,
  attempts: EventAttempts,
): Promise<void> {
  const handle = (inside: Store, event: PlatformEvent) => queueStatus(inside, event, clock())
  return readNewEvents({ store }, { name: 'commit-statuses', handle }, signal, attempts)
}

async function queueStatus(store: Store, event: PlatformEvent, now: number): Promise<void> {
  if (event.date < now - maxAge) return
  const told = statusOfEvent(event)
  if (!told) return
  const { applicationId, commit } = told
  const application = await store.applications.find(applicationId)
  if (!application || !(await store.connectedRepositories.find(repositoryOwner(application))))
    return
  // Commits that were pushed to Berth itself are unknown to the host; previews are only of those that it has.
  const isOfHost =
    application.previewOf !== null || (await store.commitSummaries.find(applicationId, commit))
  if (!isOfHost) return
  const times = { queuedAt: now, dueAt: now, attempts: 0 }
  await store.queuedStatuses.put({ ...told, eventId: event.id, ...times })
}
