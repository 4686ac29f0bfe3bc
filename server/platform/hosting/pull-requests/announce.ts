import { randomUUID } from 'node:crypto'
import type { MentionedPullRequest } from '#platform/hosting/connected-repositories/webhooks/parse-pull-request.ts'
import type { Platform } from '#platform/hosting/platform.ts'
import { newPullRequestSync } from '#platform/model/hosting/pull-requests/pull-request-sync.ts'
import type { ApplicationId } from '#platform/model/ids.ts'
import type { Store } from '#platform/model/store.ts'

/** Beyond, others are found by the list of the host. */
const maxAnnounced = 200

/**
 * Stores that a host says something about a pull request, inside a transaction; the caller wakes the worker. Any number of
 * them leads to one look.
 */
export async function addAnnouncement(
  store: Pick<Store, 'pullRequestAnnouncements'>,
  applicationId: ApplicationId,
  { number, isClosed }: MentionedPullRequest,
): Promise<void> {
  const known = await store.pullRequestAnnouncements.listOf(applicationId)
  const isKnown = known.some((each) => each.number === number)
  if (!isKnown && known.length >= maxAnnounced) return
  const announcement = { applicationId, number, isClosed, mark: randomUUID() }
  await store.pullRequestAnnouncements.put(announcement)
}

/** Has the pull requests of an application looked at by a date, inside a transaction; the caller wakes the worker. */
export async function makePullRequestsDue(
  store: Pick<Store, 'pullRequestSyncs' | 'previewSettings'>,
  applicationId: ApplicationId,
  date: number,
): Promise<void> {
  if (!(await store.previewSettings.find(applicationId))) return
  const known = await store.pullRequestSyncs.find(applicationId)
  const sync = known ?? newPullRequestSync(applicationId)
  // Another date than before in any case, by which a look in progress knows that it may have seen less.
  const dueAt = sync.dueAt <= date ? sync.dueAt + 1 : date
  await store.pullRequestSyncs.put({ ...sync, dueAt, attempts: 0 })
}

/** Looks at the pull requests of an application now, instead of at their time. */
export async function checkPullRequests(
  { store, clock, pullRequestWorker }: Pick<Platform, 'store' | 'clock' | 'pullRequestWorker'>,
  applicationId: ApplicationId,
): Promise<void> {
  await store.transaction((inside) => makePullRequestsDue(inside, applicationId, clock()))
  pullRequestWorker.wake()
}
