import type { ApplicationId, PreviewId } from '#platform/model/ids.ts'

/** The one comment of a pull request. */
export interface PullRequestComment {
  applicationId: ApplicationId
  number: number
  /** The preview that it is about. */
  previewId: PreviewId
  /** At the host; `null` before the first. */
  commentId: string | null
  /** What it tells, as `commentKey` writes it; empty before the first. */
  told: string
  /** When it is written next, after a failure. */
  dueAt: number
  attempts: number
  /** Why it could not be written, in one sentence, or empty. */
  lastError: string
}

/** What a comment tells whose preview was removed: nothing follows. */
export const toldRemoval = 'removed'

export interface PullRequestComments {
  find(applicationId: ApplicationId, number: number): Promise<PullRequestComment | undefined>
  /** Those of all applications that do not tell a removal yet. */
  listUnfinished(): Promise<PullRequestComment[]>
  put(comment: PullRequestComment): Promise<void>
  /** Removes those of an application beyond the highest numbers. */
  trim(applicationId: ApplicationId, keep: number): Promise<void>
}
