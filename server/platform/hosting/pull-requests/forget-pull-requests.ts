import { startRemoval } from '#platform/hosting/previews/change-preview.ts'
import { toldRemoval } from '#platform/model/hosting/pull-requests/pull-request-comment.ts'
import { newPullRequestSync } from '#platform/model/hosting/pull-requests/pull-request-sync.ts'
import type { ApplicationId } from '#platform/model/ids.ts'
import type { Store } from '#platform/model/store.ts'
import { isOfPullRequest } from './decide-previews.ts'

/**
 * Removes what is known of pull requests, inside a transaction, when an application is connected to another repository. The
 * same number is another pull request there, perhaps one of a stranger, who must not get what the one before was trusted with.
 */
export async function forgetPullRequests(
  store: Store,
  applicationId: ApplicationId,
  now: number,
): Promise<void> {
  const { previews, pullRequestSyncs, pullRequestAnnouncements, pullRequestComments } = store
  for (const preview of (await previews.listOf(applicationId)).filter(isOfPullRequest)) {
    await startRemoval(store, preview, now)
  }
  const sync = await pullRequestSyncs.find(applicationId)
  // Another date than before in any case, by which a look in progress knows that it may have seen less.
  const dueAt = sync?.dueAt === now ? now + 1 : now
  if (sync) await pullRequestSyncs.put({ ...newPullRequestSync(applicationId), dueAt })
  await pullRequestAnnouncements.remove(await pullRequestAnnouncements.listOf(applicationId))
  for (const comment of await pullRequestComments.listUnfinished()) {
    if (comment.applicationId !== applicationId) continue
    await pullRequestComments.put({ ...comment, told: toldRemoval })
  }
  await pullRequestComments.trim(applicationId, 0)
}
