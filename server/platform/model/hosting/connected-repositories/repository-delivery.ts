import type { ApplicationId, RepositoryDeliveryId } from '#platform/model/ids.ts'

/** What the Git host of a connected repository signs its calls with. */
export interface RepositoryWebhook {
  applicationId: ApplicationId
  secret: string
  createdAt: number
}

export const repositoryDeliveryOutcomes = ['accepted', 'ignored', 'refused'] as const

/** A call of a Git host. Its body is not kept: nothing but the names below is taken from it. */
export interface RepositoryDelivery {
  id: RepositoryDeliveryId
  applicationId: ApplicationId
  receivedAt: number
  /** What kind of host it says that it is; empty when it does not. */
  host: string
  /** As the host calls it. */
  event: string
  ref: string
  commit: string
  /** SHA-256 of the body. */
  digest: string
  /** `accepted`: the repository was looked at; `ignored`: nothing to do; `refused`: not signed rightly, or not readable. */
  outcome: (typeof repositoryDeliveryOutcomes)[number]
  /** Why, in one sentence. */
  reason: string
}

export interface RepositoryWebhooks {
  find(applicationId: ApplicationId): Promise<RepositoryWebhook | undefined>
  put(webhook: RepositoryWebhook): Promise<void>
  remove(applicationId: ApplicationId): Promise<void>
}

export interface RepositoryDeliveries {
  add(delivery: RepositoryDelivery): Promise<void>
  find(id: RepositoryDeliveryId): Promise<RepositoryDelivery | undefined>
  /** Newest first. */
  listOf(applicationId: ApplicationId, limit: number): Promise<RepositoryDelivery[]>
  /** Whether one with this body was accepted. */
  hasAccepted(applicationId: ApplicationId, digest: string): Promise<boolean>
  /** Removes those beyond the newest; what was refused does not displace the others. */
  trim(applicationId: ApplicationId, keep: { refused: number; others: number }): Promise<void>
}
