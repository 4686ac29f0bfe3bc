import type { Platform } from '#platform/hosting/platform.ts'
import { isOfPullRequest } from '#platform/hosting/pull-requests/decide-previews.ts'
import type { Preview } from '#platform/model/hosting/previews/preview.ts'
import {
  type PullRequestComment,
  toldRemoval,
} from '#platform/model/hosting/pull-requests/pull-request-comment.ts'
import type { ApplicationId } from '#platform/model/ids.ts'
import { commentKey } from './comment-key.ts'
import { newestDeployment } from './read-facts.ts'

/** A comment that does not tell what it should. */
export interface DueComment {
  comment: PullRequestComment
  /** What it tells afterwards. */
  key: string
}

type Context = Pick<Platform, 'store' | 'placement'>

/** Comments of local applications that do not tell how their previews are doing. */
export async function listDueComments({ store, placement }: Context): Promise<DueComment[]> {
  const remote = await placement.remoteIds()
  const isLocal = (id: ApplicationId) => !remote.has(id)
  const there = new Map<string, PullRequestComment>()
  for (const comment of await store.pullRequestComments.listUnfinished()) {
    there.set(nameOf(comment.applicationId, comment.number), comment)
  }
  const due: DueComment[] = []
  for (const preview of (await store.previews.listAll()).filter(isOfPullRequest)) {
    const { parentId, source } = preview
    const name = nameOf(parentId, source.number)
    const known = there.get(name) ?? (await store.pullRequestComments.find(parentId, source.number))
    there.delete(name)
    const key = commentKey(preview, await newestDeployment({ store }, preview))
    if (!isLocal(parentId) || known?.told === key) continue
    due.push({
      comment: { ...(known ?? newComment(preview, source.number)), previewId: preview.id },
      key,
    })
  }
  // Previews that are gone.
  for (const comment of there.values()) {
    if (isLocal(comment.applicationId)) due.push({ comment, key: toldRemoval })
  }
  return due
}

const nameOf = (applicationId: ApplicationId, number: number) => `${applicationId} ${number}`

const newComment = ({ id, parentId }: Preview, number: number): PullRequestComment => ({
  applicationId: parentId,
  number,
  previewId: id,
  commentId: null,
  told: '',
  dueAt: 0,
  attempts: 0,
  lastError: '',
})
