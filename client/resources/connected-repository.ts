import type { Connection } from '#client/http/connection.ts'
import type { Message } from '#client/http/message.ts'
import { path } from '#client/http/path.ts'
import type { ApplicationAddress } from '#client/resources/applications/application-address.ts'

export type RepositoryAccess = 'nobody' | 'deploy-key' | 'token'

/** A repository that an application is deployed from; dates are ISO 8601. */
export interface ConnectedRepository {
  url: string
  branch: string
  access: RepositoryAccess
  /** The public half of the deploy key, for the host. */
  deployKey: string | null
  /** Folders and files that a commit has to change to be deployed; empty for all. */
  paths: readonly string[]
  /** Patterns of tags, whose newest is deployed in the place of the branch; empty for the branch. */
  tags: readonly string[]
  /** The newest commit that was seen, and deployed or skipped, with the branch or tag it was seen at. */
  head: {
    commit: string
    ref: string
    author: string
    message: string
    date: string
    /** Its page at the host. */
    url: string
  } | null
  connectedBy: { id: string; name: string | null }
  connectedAt: string
  checkedAt: string | null
  /** When it is looked at next. */
  dueAt: string
  /** Failures in a row. */
  attempts: number
  /** Why the last look failed, or empty. */
  lastError: string
  /** Whether Berth has made a webhook at the host, and why it could not, or empty. */
  webhook: { isAtHost: boolean; problem: string }
}

export interface WantedRepository {
  url: string
  access?: RepositoryAccess | undefined
  token?: string | undefined
  /** The name that belongs to the token, where the host wants one. */
  user?: string | undefined
  branch?: string | undefined
  paths?: readonly string[] | undefined
  /** Patterns such as `v*`, in the place of a branch. */
  tags?: readonly string[] | undefined
}

/** What the host of a repository is given. */
export interface RepositoryWebhook {
  url: string
  secret: string
  createdAt: string
}

/** A call of the host of a repository. */
export interface RepositoryDelivery {
  id: string
  receivedAt: string
  host: string
  event: string
  ref: string
  commit: string
  outcome: 'accepted' | 'ignored' | 'refused'
  /** Why, in one sentence. */
  reason: string
}

const of = ({ id, ownerId }: ApplicationAddress) =>
  path`/v4/berth/organisations/${ownerId}/applications/${id}/connected-repository`

export const connectedRepository = ({ ask }: Connection) => ({
  get: (application: ApplicationAddress) =>
    ask<ConnectedRepository>({ method: 'GET', path: of(application) }),
  /** Connects the application, also in the place of the repository that it had. */
  connect: (application: ApplicationAddress, wanted: WantedRepository) =>
    ask<ConnectedRepository>({ method: 'PUT', path: of(application), body: wanted }),
  disconnect: (application: ApplicationAddress) =>
    ask<Message>({ method: 'DELETE', path: of(application) }),
  /** Looks at it now, instead of at the next time. */
  check: (application: ApplicationAddress) =>
    ask<Message>({ method: 'POST', path: `${of(application)}/check` }),
  webhook: (application: ApplicationAddress) =>
    ask<RepositoryWebhook>({ method: 'GET', path: `${of(application)}/webhook` }),
  /** Gives it another secret. */
  renewWebhook: (application: ApplicationAddress) =>
    ask<RepositoryWebhook>({ method: 'POST', path: `${of(application)}/webhook/renew` }),
  /** Newest first. */
  deliveries: (application: ApplicationAddress) =>
    ask<RepositoryDelivery[]>({ method: 'GET', path: `${of(application)}/deliveries` }),
  replay: (application: ApplicationAddress, id: string) =>
    ask<Message>({ method: 'POST', path: of(application) + path`/deliveries/${id}/replay` }),
})
