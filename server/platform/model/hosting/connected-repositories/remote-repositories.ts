import type { CommitSummary } from '#platform/model/hosting/commits/commit-summary.ts'
import type { ApplicationId } from '#platform/model/ids.ts'
import type { RepositoryAccess } from './connected-repository.ts'

/** A repository elsewhere, as git reads it. */
export interface RemoteRepository {
  url: string
  access: RepositoryAccess
  /** Lines of `known_hosts`; empty before the first look, which accepts what it finds. */
  hostKeys: string
}

/** What one look at a repository has found. */
export interface RemoteHeads {
  /** Commits by branch. */
  branches: ReadonlyMap<string, string>
  /** Commits by tag, as far as tags were asked for. */
  tags: ReadonlyMap<string, string>
  /** `false` when there are more than are listed. */
  isComplete: boolean
  /** The branch that clones check out, if it says so. */
  defaultBranch: string | undefined
  hostKeys: string
}

/** The newest commit of a pull request, and what git fetches it by. */
export interface PullRequestHead {
  commit: string
  ref: string
}

/**
 * A repository that cannot be read: one sentence for its owner. `isTransient` when only another attempt may help, such
 * as a host that does not answer.
 */
export class RemoteRepositoryError extends Error {
  readonly isTransient: boolean

  constructor(sentence: string, { isTransient = false } = {}) {
    super(sentence)
    this.name = 'RemoteRepositoryError'
    this.isTransient = isTransient
  }
}

/** Reads repositories elsewhere into those of applications. Methods that ask the other side may throw a `RemoteRepositoryError`. */
export interface RemoteRepositories {
  /** Makes the key pair with which a host lets the platform read one repository. */
  createDeployKey(comment: string): Promise<{ publicKey: string; privateKey: string }>
  /** Reason for not reading a URL, or `undefined`. */
  objectionTo(url: string): Promise<string | undefined>
  /** Lists what these patterns name; absent, all branches. */
  listHeads(
    remote: RemoteRepository,
    options?: { refs?: readonly string[]; signal?: AbortSignal },
  ): Promise<RemoteHeads>
  /**
   * Newest commits of pull requests by number, at hosts that have refs of them; those of closed ones stay. Bitbucket has none.
   */
  listPullRequestHeads(
    remote: RemoteRepository,
    signal?: AbortSignal,
  ): Promise<ReadonlyMap<number, PullRequestHead>>
  /** Fetches the commit that a ref, by its full name such as `refs/pull/7/head`, is at the other side, and returns it; no branch of the application's repository moves. */
  fetch(
    applicationId: ApplicationId,
    remote: RemoteRepository,
    ref: string,
    signal?: AbortSignal,
  ): Promise<CommitSummary>
  /** Moves a branch of the application's repository to a commit that was fetched; one whose name another branch forbids stays. */
  setBranch(applicationId: ApplicationId, branch: string, commit: string): Promise<void>
  /** Paths that differ between two commits of an application's repository; `undefined` when they are not comparable. */
  changedPaths(
    applicationId: ApplicationId,
    from: string,
    to: string,
  ): Promise<string[] | undefined>
}
