import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Readable } from 'node:stream'
import type { Backup } from '#protocol/backups.ts'
import type { Manifest } from '#protocol/manifest/manifest.ts'
import type { Ledger } from './resources/ledger.ts'
import type { Resource } from './resources/resource.ts'

/** What there is to tell about a resource that was made or has another plan. */
export interface ProvisionedResource {
  /** A text for each variable of the manifest. */
  config: Record<string, string>
  /** Shown to the customer. */
  message?: string
}

/** Somebody who came through single sign-on, and the resource they look at. */
export interface Visit {
  resource: Resource
  userId: string
  email: string
}

/** The back-ups of resources, for providerClient that make some. */
export interface BackupHooks {
  /** Those of a resource, the newest first. */
  list(resource: Resource): Promise<Backup[]>
  /** Begins one now; it may still be running when this returns. */
  make(resource: Resource): Promise<Backup>
  /** The file of one that succeeded. */
  open(resource: Resource, backupId: string): Promise<OpenFile | undefined>
}

/** A file on its way to somebody. */
export interface OpenFile {
  /** What it should be called where it arrives. */
  name: string
  /** In bytes. */
  size: number
  stream: Readable
}

/** The back-up that a new resource begins with. */
export interface Restore {
  /** The resource that it was made of, of the same owner. */
  from: Resource
  backupId: string
}

/** A provider's service: what is special about it. Everything else is the kit's. */
export interface ProviderDefinition {
  manifest: Manifest
  /** The slugs of its plans; orders for others are declined. Absent: `provision` judges. */
  plans?: readonly string[]
  /** The versions that an order may name in its option `version`; others are declined. Absent: `provision` judges. */
  versions?(): Promise<readonly string[]>
  /**
   * Makes the resource; `resource.id` is fresh and yours. Called again with the same id when an earlier call failed or the
   * process ended in between, so what exists already must not exist twice. `restore` comes only to providerClient with back-ups.
   */
  provision(
    resource: Resource,
    restore?: Restore,
  ): Promise<ProvisionedResource> | ProvisionedResource
  /** Takes the resource away; called again until it has succeeded once. */
  deprovision(resource: Resource): Promise<void> | void
  /** Gives it another plan; absent: plans cannot be changed. */
  changePlan?(resource: Resource, plan: string): Promise<ProvisionedResource> | ProvisionedResource
  /** Told once the other plan is remembered, for removing what the old one needed; what it throws is a problem of ours only. */
  planChanged?(resource: Resource, before: string): Promise<void> | void
  /** Holds it back because its owner does not pay, keeping everything; absent: answered with 501. */
  suspend?(resource: Resource): Promise<void> | void
  /** The end of a suspension. */
  resume?(resource: Resource): Promise<void> | void
  /** Gives it another password and keeps everything else; absent: answered with 501. */
  rotate?(resource: Resource): Promise<ProvisionedResource> | ProvisionedResource
  /** Gives it the values that its owner has set, in place of all others; absent: answered with 501. */
  configure?(
    resource: Resource,
    config: Record<string, string>,
  ): Promise<ProvisionedResource> | ProvisionedResource
  /** Its back-ups; absent: answered with 501. */
  backups?: BackupHooks
  /** Whether a resource is not there yet, since it has to be restored first: only deleted, suspended and resumed until then. */
  isRestoring?(resource: Resource): boolean
  /** What the ids of its resources begin with, before an underscore and a UUID. */
  idPrefix?: string
  /** The page that opens through single sign-on, as HTML. */
  panel?(visit: Visit): Promise<string> | string
  /** Answers orders with 202 at once and completes them by a call to the platform; for what takes more than seconds. */
  answersLater?: boolean
  /** Where resources are remembered; in memory when absent. */
  ledger?: Ledger
  /** Requests that are no call of the platform; absent: 404. */
  others?(request: IncomingMessage, response: ServerResponse): void
  /** Told about whatever went wrong on our side; standard error when absent. */
  onProblem?(problem: unknown): void
}

/** A definition with its defaults. */
export type ProviderServer = ProviderDefinition &
  Required<Pick<ProviderDefinition, 'ledger' | 'onProblem'>>
