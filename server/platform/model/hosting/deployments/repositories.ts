import type { CommitHistory } from '#platform/model/hosting/commits/commit-comparison.ts'
import type { ExampleName } from '#platform/model/hosting/examples/examples.ts'
import type { Caller } from '#platform/model/identity/access/caller.ts'
import type { ApplicationId } from '#platform/model/ids.ts'
import type { SourceOf } from './source.ts'

/** Git repositories of the applications. */
export interface Repositories {
  /** Creates an empty repository. */
  create(applicationId: ApplicationId): Promise<void>
  /** Deletes the repository; idempotent. */
  remove(applicationId: ApplicationId): Promise<void>
  sourceOf: SourceOf
  /** Commits the files of an example to a branch that has no commit yet; returns the commit. */
  commitExample(
    applicationId: ApplicationId,
    where: { example: ExampleName; branch: string },
  ): Promise<string>
  /** Commits, on no branch, the name of an image for the runtime; returns the commit. */
  commitImage(applicationId: ApplicationId, reference: string): Promise<string>
  /**
   * Copies a commit with its history from the repository of another application, on no branch. Throws a `Refusal` when it is
   * not there, or there is no room for it.
   */
  copyCommit(from: ApplicationId, to: ApplicationId, commit: string): Promise<void>
  /** Reads what a commit says of itself, and how it stands to another one, in bounded time. */
  readHistory(
    applicationId: ApplicationId,
    question: { commit: string; since: string | null },
  ): Promise<CommitHistory>
  /** Whether the commit exists. */
  has(applicationId: ApplicationId, commit: string): Promise<boolean>
  /** The commit of a branch, if it exists. */
  headOf(applicationId: ApplicationId, branch: string): Promise<string | undefined>
}

/** A request for access to an application's repository. */
export interface RepositoryRequest {
  caller: Caller
  applicationId: ApplicationId
  intent: 'read' | 'push'
  /** Client address. */
  from: string
}
