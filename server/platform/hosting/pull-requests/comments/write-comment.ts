import { backoff } from '#kit/concurrency/backoff.ts'
import { hostAccessOf } from '#platform/hosting/git-hosts/host-repository.ts'
import type { Platform } from '#platform/hosting/platform.ts'
import { isOfPullRequest } from '#platform/hosting/pull-requests/decide-previews.ts'
import { GitHostError } from '#platform/model/hosting/git-hosts/git-host-client.ts'
import type { PullRequestComment } from '#platform/model/hosting/pull-requests/pull-request-comment.ts'
import type { ApplicationId } from '#platform/model/ids.ts'
import { type CommentFacts, commentMark, commentText } from './comment-text.ts'
import type { DueComment } from './list-comments.ts'
import { newestDeployment, readFacts } from './read-facts.ts'

const pauses = { first: 10_000, max: 3_600_000 }
/** Comments of the newest pull requests whose ids are kept, so that one that is opened again is not commented twice. */
const maxKept = 500

/** Writes a comment once, and stores the outcome. What the host refuses is left until there is something else to tell. */
export async function writeComment(
  platform: Platform,
  { comment, key }: DueComment,
  signal: AbortSignal,
): Promise<void> {
  const { store, clock } = platform
  const { applicationId, number, commentId } = comment
  const facts = await factsOf(platform, comment)
  if (!facts) return
  const mark = commentMark(comment)
  const told: PullRequestComment = { ...comment, told: key, attempts: 0, lastError: '' }
  try {
    const place = await writablePlaceOf(platform, applicationId, signal)
    const id = place
      ? await place.client.putComment(
          place.repository,
          number,
          { id: commentId, text: `${commentText(facts)}\n\n${mark}`, mark },
          signal,
        )
      : commentId
    await store.pullRequestComments.put({ ...told, commentId: id })
  } catch (error) {
    if (signal.aborted) return
    const isExplained = error instanceof GitHostError
    const lastError = isExplained ? error.message : 'Something went wrong in Berth.'
    const isFinal = isExplained && error.problem !== 'unavailable'
    const attempts = comment.attempts + 1
    const again = { ...comment, dueAt: clock() + backoff(comment.attempts, pauses), attempts }
    await store.pullRequestComments.put({ ...(isFinal ? told : again), lastError })
    if (!isExplained) throw error
  }
  await store.pullRequestComments.trim(applicationId, maxKept)
}

/** Where a comment is written; `undefined` without a token. */
async function writablePlaceOf(
  platform: Platform,
  applicationId: ApplicationId,
  signal: AbortSignal,
) {
  const connected = await platform.store.connectedRepositories.find(applicationId)
  const access = connected && (await hostAccessOf(platform, connected, signal))
  return access?.repository.token ? access : undefined
}

async function factsOf(
  platform: Platform,
  { applicationId, number, previewId }: PullRequestComment,
): Promise<CommentFacts | undefined> {
  const { store } = platform
  const parent = await store.applications.find(applicationId)
  if (!parent) return undefined
  const preview = await store.previews.find(previewId)
  if (!preview || !isOfPullRequest(preview)) {
    return { ...removed, number, applicationName: parent.name }
  }
  const deployment = await newestDeployment(platform, preview)
  return readFacts(platform, parent, { preview, deployment })
}

const removed = { status: 'removed', commit: null, url: null, problem: '', lines: [] } as const
