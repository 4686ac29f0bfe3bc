import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Readable } from 'node:stream'
import type { Backup } from '#protocol/databases/backups.ts'
import type { Insights } from '#protocol/databases/insights.ts'
import type { RestoreProgress } from '#protocol/databases/restore.ts'
import type { Manifest } from '#protocol/manifest/manifest.ts'
import type { ResourceUsage } from '#protocol/usage.ts'
import type { OptionCheck } from './options.ts'
import type { Ledger } from './resources/ledger.ts'
import type { Resource } from './resources/resource.ts'

/** Result of provisioning or of a plan change. */
export interface ProvisionedResource {
  /** A value for each variable of the manifest. */
  config: Record<string, string>
  /** Shown to the customer. */
  message?: string
}

/** A user who came through single sign-on, and the resource they view. */
export interface Visit {
  resource: Resource
  userId: string
  email: string
}

/** Back-ups of resources, for providers that make some. */
export interface BackupHooks {
  /** Back-ups of a resource, newest first. */
  list(resource: Resource): Promise<Backup[]>
  /** Starts one now; it may still be running when this returns. */
  make(resource: Resource): Promise<Backup>
  /** Opens the file of a successful one. */
  open(resource: Resource, backupId: string): Promise<OpenFile | undefined>
  /** Begins to replace what a resource holds by a successful one; absent: answered with 501. */
  restore?(resource: Resource, backupId: string): Promise<RestoreProgress>
  /** Progress or result of the last restore of this back-up into its resource. */
  progressOf?(resource: Resource, backupId: string): RestoreProgress | undefined
}

/** What a resource is doing now, for providers of databases. */
export interface InsightHooks {
  read(resource: Resource): Promise<Insights>
  /** Begins to count statements anew. */
  resetStatements(resource: Resource): Promise<void>
  /** Ends one of the customer's connections; whether there was such a one. */
  endConnection(resource: Resource, connectionId: string): Promise<boolean>
}

/** A file to be downloaded. */
export interface OpenFile {
  /** File name for the download. */
  name: string
  /** In bytes. */
  size: number
  stream: Readable
}

/** The back-up to restore into a new resource. */
export interface Restore {
  /** The resource that it was made of, of the same owner. */
  from: Resource
  backupId: string
}

/** The specific part of a provider's service. Everything else is in the kit. */
export interface ProviderDefinition {
  manifest: Manifest
  /** Slugs of its plans; orders for others are declined. Absent: `provision` decides. */
  plans?: readonly string[]
  /** Versions that an order may name in its option `version`; others are declined. Absent: `provision` decides. */
  versions?(): Promise<readonly string[]>
  /** Checks the values of an order's options; the manifest lists their names in `api.options`. */
  options?: Readonly<Record<string, OptionCheck>>
  /**
   * Creates the resource; `resource.id` is new. Called again with the same id when an earlier call failed or the
   * process crashed, so it must be idempotent. `restore` is passed only to providers with back-ups.
   */
  provision(
    resource: Resource,
    restore?: Restore,
  ): Promise<ProvisionedResource> | ProvisionedResource
  /** Deletes the resource; retried until it succeeds. */
  deprovision(resource: Resource): Promise<void> | void
  /** Changes its plan; absent: plans cannot be changed. */
  changePlan?(resource: Resource, plan: string): Promise<ProvisionedResource> | ProvisionedResource
  /** Called once the new plan is stored, to remove what the old one needed; errors are only logged. */
  planChanged?(resource: Resource, before: string): Promise<void> | void
  /** Blocks access because its owner does not pay, keeping all data; absent: answered with 501. */
  suspend?(resource: Resource): Promise<void> | void
  /** Ends a suspension. */
  resume?(resource: Resource): Promise<void> | void
  /** Changes its password and keeps everything else; absent: answered with 501. */
  rotate?(resource: Resource): Promise<ProvisionedResource> | ProvisionedResource
  /** Replaces all values by those that its owner has set; absent: answered with 501. */
  configure?(
    resource: Resource,
    config: Record<string, string>,
  ): Promise<ProvisionedResource> | ProvisionedResource
  /** Back-ups; absent: answered with 501. */
  backups?: BackupHooks
  /** What a resource uses now; absent: answered with 501. */
  usage?(resource: Resource): Promise<ResourceUsage> | ResourceUsage
  /** What a resource is doing now; absent: answered with 501. */
  insights?: InsightHooks
  /**
   * Whether a resource does not exist yet because it has to be restored first: until then it can only be deleted,
   * suspended and resumed.
   */
  isRestoring?(resource: Resource): boolean
  /** Prefix of its resource ids, before an underscore and a UUID. */
  idPrefix?: string
  /** The page opened through single sign-on, as HTML. */
  panel?(visit: Visit): Promise<string> | string
  /**
   * Answers orders with 202 at once and completes them by a callback to the platform; for provisioning that takes more
   * than seconds.
   */
  answersLater?: boolean
  /** Store of resources; in memory when absent. */
  ledger?: Ledger
  /** Handles requests that are not calls of the platform; absent: 404. */
  others?(request: IncomingMessage, response: ServerResponse): void
  /** Called with internal errors; standard error when absent. */
  onProblem?(problem: unknown): void
}

/** A definition with its defaults. */
export type ProviderServer = ProviderDefinition &
  Required<Pick<ProviderDefinition, 'ledger' | 'onProblem'>>
