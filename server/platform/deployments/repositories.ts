import type { SourceOf } from './source.ts'

/** The git repositories of the applications. */
export interface Repositories {
  /** Makes an empty repository that a push can go to. */
  create(applicationId: string): Promise<void>
  /** Removes it; nothing happens when it is gone already. */
  remove(applicationId: string): Promise<void>
  sourceOf: SourceOf
  /** Whether the commit is there. */
  has(applicationId: string, commit: string): Promise<boolean>
  /** The commit a branch points at, if there is one. */
  headOf(applicationId: string, branch: string): Promise<string | undefined>
}
