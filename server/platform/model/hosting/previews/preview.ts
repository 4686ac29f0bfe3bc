import type { AddonId, ApplicationId, OwnerId, PreviewId, UserId } from '#platform/model/ids.ts'

/** What a preview shows. */
export type PreviewSource =
  | { kind: 'branch'; branch: string }
  | {
      kind: 'pull-request'
      number: number
      title: string
      url: string
      author: string
      branch: string
      /** What git fetches, such as `refs/pull/7/head`. */
      ref: string
      /** The branch is in a repository of somebody else. */
      isFork: boolean
    }

/**
 *   awaiting-approval   a commit of a fork is not run before a member approves it; an earlier one may run on
 *   creating            the application and its add-ons are being made
 *   ready               it has all; its deployments are those of its application
 *   failed              it could not be made, and `lastError` says why
 *   removing            the application and its add-ons are being deleted
 */
export const previewStates = [
  'awaiting-approval',
  'creating',
  'ready',
  'failed',
  'removing',
] as const
export type PreviewState = (typeof previewStates)[number]

/** An add-on of a preview, and that of the parent which it stands for. */
export interface PreviewAddon {
  readonly of: AddonId
  readonly addonId: AddonId
}

/** A running copy of an application from a branch or a pull request. */
export interface Preview {
  id: PreviewId
  /** Owner of the parent and of all that the preview has. */
  ownerId: OwnerId
  /** The application that this is a preview of; it may be gone while the preview is being removed. */
  parentId: ApplicationId
  /** `null` before it was made. */
  applicationId: ApplicationId | null
  source: PreviewSource
  /** What the source is known by; one preview for each. Other while it is being removed, so that another can take its place. */
  sourceKey: string
  /** The commit to show; `null` for the newest of the source. */
  commit: string | null
  /** The commit is not deployed yet. */
  isOutdated: boolean
  /** Gets no variable of the parent and no copy of its data. */
  isIsolated: boolean
  state: PreviewState
  addons: readonly PreviewAddon[]
  /** In one sentence, or empty. */
  lastError: string
  createdBy: UserId
  approvedBy: UserId | null
  /** Later commits of a fork run without another approval. */
  trustsUpdates: boolean
  /** The comment in the pull request. */
  commentId: string | null
  createdAt: number
  updatedAt: number
  /** When a visitor, a deployment or a member was last there. */
  lastVisitAt: number
  /** When the worker goes on with it. */
  dueAt: number
  /** Failures in a row. */
  attempts: number
}

/** What may change after it was added. */
export type PreviewChange = Partial<
  Omit<Preview, 'id' | 'ownerId' | 'parentId' | 'createdBy' | 'createdAt'>
>

export function sourceKeyOf(source: PreviewSource): string {
  return source.kind === 'branch' ? `branch ${source.branch}` : `pull-request ${source.number}`
}

/** How a source is called in sentences. */
export function nameOfSource(source: PreviewSource): string {
  return source.kind === 'branch' ? `branch ${source.branch}` : `pull request #${source.number}`
}

/** Code of strangers runs only after a member has approved it. */
export const needsApproval = (source: PreviewSource): boolean =>
  source.kind === 'pull-request' && source.isFork
