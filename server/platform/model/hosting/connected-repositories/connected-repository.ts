import type { RepositoryBundles } from '#platform/model/hosting/deployments/repository-bundle.ts'
import type { ApplicationId, UserId } from '#platform/model/ids.ts'
import type { RepositoryDeliveries, RepositoryWebhooks } from './repository-delivery.ts'

/** How a repository elsewhere is read. */
export type RepositoryAccess =
  | { by: 'nobody' }
  | { by: 'deploy-key'; publicKey: string; privateKey: string }
  /** Sent as the password of HTTP Basic credentials, with a name that the host may ignore. */
  | { by: 'token'; user: string; token: string }

/** A repository elsewhere that an application is deployed from: its branch is that of the application. */
export interface ConnectedRepository {
  applicationId: ApplicationId
  url: string
  access: RepositoryAccess
  /** Folders and files; a commit that changes none of them is not deployed. Empty for all. */
  paths: readonly string[]
  /** Patterns of tags, whose newest is deployed in the place of the branch; empty for the branch. */
  tags: readonly string[]
  /** SSH host keys as they were at the first look, as lines of `known_hosts`. */
  hostKeys: string
  /** The commit that was seen at the branch or tag and deployed or skipped; `null` before the first. */
  head: string | null
  /** The branch or tag that `head` was seen at. */
  headBranch: string
  connectedBy: UserId
  connectedAt: number
  /** When it was last looked at with success. */
  checkedAt: number | null
  /** When it is looked at next; what failed is tried again later. */
  dueAt: number
  /** Failures in a row. */
  attempts: number
  /** Why the last look failed, in one sentence, or empty. */
  lastError: string
}

/** What may change after it was connected. */
export type RepositoryChange = Partial<Omit<ConnectedRepository, 'applicationId' | 'connectedBy'>>

export interface ConnectedRepositories {
  find(applicationId: ApplicationId): Promise<ConnectedRepository | undefined>
  /** Those of all applications, the longest due first. */
  listAll(): Promise<ConnectedRepository[]>
  /** Adds it, or takes the place of the one that the application had. */
  put(repository: ConnectedRepository): Promise<void>
  change(applicationId: ApplicationId, change: RepositoryChange): Promise<void>
  /** Changes it, unless it was made due or connected again since it was read; returns whether. */
  changeSince(
    read: Pick<ConnectedRepository, 'applicationId' | 'dueAt'>,
    change: RepositoryChange,
  ): Promise<boolean>
  remove(applicationId: ApplicationId): Promise<void>
}

/** The parts of the store about repositories. */
export interface RepositoryNouns {
  readonly repositoryBundles: RepositoryBundles
  readonly connectedRepositories: ConnectedRepositories
  readonly repositoryWebhooks: RepositoryWebhooks
  readonly repositoryDeliveries: RepositoryDeliveries
}
