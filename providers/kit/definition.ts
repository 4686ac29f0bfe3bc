import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Duplex, Readable } from 'node:stream'
import type { Backup } from '#protocol/databases/backups.ts'
import type { ContentList, ContentRequest, ContentRows } from '#protocol/databases/contents.ts'
import type { Insights } from '#protocol/databases/insights.ts'
import type { RestoreProgress } from '#protocol/databases/restore.ts'
import type { Transfer, TransferOrder } from '#protocol/databases/transfers.ts'
import type { FileEntry, FileListing } from '#protocol/files/file-listing.ts'
import type { FilePath } from '#protocol/files/file-path.ts'
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

/** A page of a folder. */
export interface ListRequest {
  path: FilePath
  /** Name after which it begins, or empty. */
  after: string
  limit: number
}

/** A part of an upload. Parts of a draft come one after the other, and the last one makes it the file. */
export interface FilePart {
  path: FilePath
  /** A UUID that its client has chosen. */
  draftId: string
  offset: number
  isLast: boolean
  bytes: Buffer
}

/** Files of a resource, for providers of storage. Each throws a `DeclinedError` for what a customer can change. */
export interface FileHooks {
  list(resource: Resource, request: ListRequest): Promise<FileListing>
  /** What is at a path, which is not empty. */
  look(resource: Resource, path: FilePath): Promise<FileEntry>
  /** Opens a file; its stream must be read or destroyed. */
  open(resource: Resource, path: FilePath): Promise<OpenFile>
  put(resource: Resource, part: FilePart): Promise<void>
  /** Removes a file, or a folder with all that it holds. */
  remove(resource: Resource, path: FilePath): Promise<void>
}

/**
 * Looks into what a resource holds, for providers of databases; the database itself lets nothing be changed. The signal
 * is aborted when the customer leaves.
 */
export interface ContentHooks {
  list(resource: Resource, request: ContentRequest, signal: AbortSignal): Promise<ContentList>
  rows(resource: Resource, request: ContentRequest, signal: AbortSignal): Promise<ContentRows>
  query(resource: Resource, request: ContentRequest, signal: AbortSignal): Promise<ContentRows>
}

/** Imports and exports of what a resource holds. */
export interface TransferHooks {
  begin(resource: Resource, order: TransferOrder): Promise<Transfer>
  /** Takes the next part of the file of an import. */
  receive(
    resource: Resource,
    id: string,
    part: { offset: number; bytes: Buffer },
  ): Promise<Transfer>
  /** Runs an import whose file is complete. */
  start(resource: Resource, id: string): Promise<Transfer>
  find(resource: Resource, id: string): Transfer
  /** The file of an export that is done. */
  open(resource: Resource, id: string): Promise<OpenFile | undefined>
  cancel(resource: Resource, id: string): Promise<void>
  /** Ends the one of a resource, such as when that is suspended or deleted; the customer is told why. */
  endOf(resource: Resource, why: string): void
  /** Lets none begin to read or change a resource until disposed; throws while one does. */
  holdOff(resource: Resource, sentence: string): Disposable
}

/** What a customer opens: the client of the database, or a connection to its server. */
export interface SessionStart {
  kind: 'shell' | 'tunnel'
  /** Of the terminal, such as `80x24`; empty for a shell without one. */
  size: string
  /** Kind of the terminal, as in `TERM`. */
  term: string
}

export interface SessionHooks {
  /** Opens a session; returns what begins to serve its connection. */
  open(resource: Resource, start: SessionStart): Promise<(socket: Duplex) => void>
  /** Ends all. */
  close(): void
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
  /** Files; absent: answered with 501. */
  files?: FileHooks
  /** Looks into what a resource holds; absent: answered with 501. */
  contents?: ContentHooks
  /** Imports and exports; absent: answered with 501. */
  transfers?: TransferHooks
  /** Shells and tunnels; absent: answered with 501. */
  sessions?: SessionHooks
  /** Ends programs that work with a resource for its customer, when it is suspended or deleted. */
  endPrograms?(resource: Resource): void
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
