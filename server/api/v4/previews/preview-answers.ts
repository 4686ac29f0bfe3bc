import { deploymentStep } from '#api/answers/states.ts'
import { boolean, integer, list, nullable, object, oneOf, record, string } from '#kit/schema.ts'
import { previewAddonKinds } from '#platform/model/hosting/previews/preview-settings.ts'
import { previewStatuses } from '#platform/model/hosting/previews/preview-status.ts'

/** A preview of an application; dates are ISO 8601. */
export const previewAnswer = object({
  id: string,
  /** The application that it is a preview of. */
  parentId: string,
  /** Its own application; `null` before it was made. */
  applicationId: nullable(string),
  source: object({
    kind: oneOf('branch', 'pull-request'),
    branch: string,
    /** Of the pull request; `null` for a branch, like the next ones. */
    number: nullable(integer),
    title: nullable(string),
    url: nullable(string),
    author: nullable(string),
    isFork: boolean,
  }),
  status: oneOf(...previewStatuses),
  /** Why it has failed, or what it waits for, in one sentence; empty for nothing. */
  lastError: string,
  /** Where visitors see it. */
  url: nullable(string),
  /** Where it is pushed to, when its parent is not connected to a repository. */
  deployUrl: nullable(string),
  /** The commit that it shows or is about to show; author and message are `null` where they are not known. */
  commit: nullable(
    object({
      id: string,
      author: nullable(string),
      message: nullable(string),
      date: nullable(string),
    }),
  ),
  deployment: nullable(
    object({ id: string, number: integer, state: deploymentStep, failure: nullable(string) }),
  ),
  /** Without variables of the parent and copies of its data. */
  isIsolated: boolean,
  /** Ids of its add-ons. */
  addons: list(string),
  createdBy: string,
  approvedBy: nullable(string),
  /** The commit that waits for an approval, beside the one that runs. */
  awaitedCommit: nullable(string),
  /** Later commits run without another approval. */
  trustsUpdates: boolean,
  createdAt: string,
  updatedAt: string,
  lastVisitAt: string,
})

/** How the previews of an application are made. Times are in seconds, 0 for never. */
export const previewSettingsAnswer = object({
  isEnabled: boolean,
  pullRequests: boolean,
  maxPreviews: integer,
  idleTimeout: integer,
  sleepTimeout: integer,
  /** Empty: that of the application, and at most XS. */
  flavor: string,
  runsCrons: boolean,
  variables: record(string),
  isolatedVariables: record(string),
  /** By add-on of the application; `backupId` is `latest` for the newest one. */
  addons: record(
    object({
      kind: oneOf(...previewAddonKinds),
      backupId: nullable(string),
      planId: nullable(string),
    }),
  ),
  hasPassword: boolean,
})
