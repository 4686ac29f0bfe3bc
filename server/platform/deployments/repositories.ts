import type { ApplicationId } from '#platform/ids.ts'
import type { SourceOf } from './source.ts'

/** Git repositories of the applications. */
export interface Repositories {
  /** Creates an empty repository. */
  create(applicationId: ApplicationId): Promise<void>
  /** Deletes the repository; idempotent. */
  remove(applicationId: ApplicationId): Promise<void>
  sourceOf: SourceOf
  /** Whether the commit exists. */
  has(applicationId: ApplicationId, commit: string): Promise<boolean>
  /** The commit of a branch, if it exists. */
  headOf(applicationId: ApplicationId, branch: string): Promise<string | undefined>
}
