import type { ApplicationId } from '#platform/ids.ts'
import type { SourceOf } from './source.ts'

/** The git repositories of the applications. */
export interface Repositories {
  /** Makes an empty repository that a push can go to. */
  create(applicationId: ApplicationId): Promise<void>
  /** Removes it; nothing happens when it is gone already. */
  remove(applicationId: ApplicationId): Promise<void>
  sourceOf: SourceOf
  /** Whether the commit is there. */
  has(applicationId: ApplicationId, commit: string): Promise<boolean>
  /** The commit a branch points at, if there is one. */
  headOf(applicationId: ApplicationId, branch: string): Promise<string | undefined>
}
