import type { ApplicationId } from '#platform/model/ids.ts'

/**
 * One step of a repository's history in the object store: what a push has added, or everything. The bundles of an
 * application, applied by number, make its repository on any server.
 */
export interface RepositoryBundle {
  applicationId: ApplicationId
  number: number
  /** Empty when the refs changed and no commit was added. */
  objectKey: string
  bytes: number
  sha256: string
  /** All refs after it, by name. */
  refs: Readonly<Record<string, string>>
  /** Content of the file `shallow`: commits whose parents were never pushed. */
  shallow: string
  createdAt: number
}

export interface RepositoryBundles {
  /** By number. */
  listOf(applicationId: ApplicationId): Promise<RepositoryBundle[]>
  /** Number of the newest one, 0 if there is none. */
  newestOf(applicationId: ApplicationId): Promise<number>
  add(bundle: RepositoryBundle): Promise<void>
  /** Removes those with a lower number. */
  removeBefore(applicationId: ApplicationId, number: number): Promise<void>
}
