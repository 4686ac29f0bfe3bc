import type { ApplicationId } from '#platform/model/ids.ts'
import type { PullRequestComments } from './pull-request-comment.ts'

/** How far the pull requests of an application's repository are known. */
export interface PullRequestSync {
  applicationId: ApplicationId
  /** Commits of open pull requests for which a preview was wanted, by number: only another commit makes one again. */
  seen: Readonly<Record<number, string>>
  /** The highest number of a ref, where the host cannot be asked: those beyond are new. `null` before the first such look. */
  highest: number | null
  /** When it was last looked at with success; `null` before the first time. */
  checkedAt: number | null
  dueAt: number
  /** Failures in a row. */
  attempts: number
  /** Why the last look failed, in one sentence, or empty. */
  lastError: string
}

/** A pull request that its host has said something about, until the next look. */
export interface PullRequestAnnouncement {
  applicationId: ApplicationId
  number: number
  /** The host calls it closed, which is believed where it cannot be asked. */
  isClosed: boolean
  /** Tells announcements of one pull request apart. */
  mark: string
}

/** An application whose pull requests are looked at. */
export interface FollowedApplication
  extends Pick<PullRequestSync, 'applicationId' | 'checkedAt' | 'dueAt' | 'attempts'> {
  isAnnounced: boolean
}

export interface PullRequestSyncs {
  find(applicationId: ApplicationId): Promise<PullRequestSync | undefined>
  /** Applications with previews of pull requests, wanted or there; those never looked at as due since 0. */
  listFollowed(): Promise<FollowedApplication[]>
  put(sync: PullRequestSync): Promise<void>
}

export interface PullRequestAnnouncements {
  listOf(applicationId: ApplicationId): Promise<PullRequestAnnouncement[]>
  /** Takes the place of an earlier one of the same number. */
  put(announcement: PullRequestAnnouncement): Promise<void>
  /** Removes these; one that has taken the place of another stays. */
  remove(announcements: readonly PullRequestAnnouncement[]): Promise<void>
}

/** The parts of the store about pull requests. */
export interface PullRequestNouns {
  readonly pullRequestSyncs: PullRequestSyncs
  readonly pullRequestAnnouncements: PullRequestAnnouncements
  readonly pullRequestComments: PullRequestComments
}

/** One that was never looked at. */
export const newPullRequestSync = (applicationId: ApplicationId): PullRequestSync => ({
  applicationId,
  seen: {},
  highest: null,
  checkedAt: null,
  dueAt: 0,
  attempts: 0,
  lastError: '',
})
