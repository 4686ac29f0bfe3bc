import { boolean, integer, list, nullable, object, oneOf, string } from '#kit/schema.ts'
import { repositoryDeliveryOutcomes } from '#platform/model/hosting/connected-repositories/repository-delivery.ts'

/** A repository that an application is deployed from; dates are ISO 8601. */
export const connectedRepositoryAnswer = object({
  url: string,
  branch: string,
  access: oneOf('nobody', 'deploy-key', 'token'),
  /** The public half of the deploy key, for the host; `null` for other kinds of access. */
  deployKey: nullable(string),
  /** Folders and files that a commit has to change to be deployed; empty for all. */
  paths: list(string),
  /** Patterns of tags, whose newest is deployed in the place of the branch; empty for the branch. */
  tags: list(string),
  /** The newest commit that was seen, and deployed or skipped, with the branch or tag it was seen at, and its page at the host. */
  head: nullable(
    object({
      commit: string,
      ref: string,
      author: string,
      message: string,
      date: string,
      url: string,
    }),
  ),
  connectedBy: object({ id: string, name: nullable(string) }),
  connectedAt: string,
  /** When it was last looked at with success. */
  checkedAt: nullable(string),
  /** When it is looked at next. */
  dueAt: string,
  /** Failures in a row. */
  attempts: integer,
  /** Why the last look failed, or empty. */
  lastError: string,
  /** Whether Berth has made a webhook at the host, and why it could not, or empty. */
  webhook: object({ isAtHost: boolean, problem: string }),
})

/** What the host of a repository is given. */
export const repositoryWebhookAnswer = object({ url: string, secret: string, createdAt: string })

/** A call of the host of a repository. */
export const repositoryDeliveryAnswer = object({
  id: string,
  receivedAt: string,
  /** The kind of host that it says it is; empty when it does not. */
  host: string,
  /** As the host calls it. */
  event: string,
  ref: string,
  commit: string,
  outcome: oneOf(...repositoryDeliveryOutcomes),
  /** Why, in one sentence. */
  reason: string,
})

/** What a commit of a connected repository says of itself. */
export const commitSummary = object({
  author: string,
  message: string,
  date: integer,
  /** Its page at the host of the connected repository; null without one. */
  url: nullable(string),
})
