import type { Worker } from '#kit/concurrency/worker.ts'
import type { ApplicationId } from '#platform/model/ids.ts'

/** A server that shares our store, and where it is reached. */
export interface PeerServer {
  id: string
  /** URL of its API, from here. */
  api: string
  /** URL of its bridge, from here. */
  bridge: string
  /** Public host and port of its Git. */
  git: string
  /** Whether it has not been seen for longer than a lease. */
  isAway: boolean
}

/** What is assigned to one server: an application, or the built-in add-on providers together. */
export type Workload = ApplicationId | 'built-in providers'

/**
 * Which server each workload is assigned to. Repository, artifacts, log, metrics and instances of an application are files
 * and processes of that machine, so that only this server can work for it; others forward requests to it.
 */
export interface Placement {
  /** Assigns a workload without a server to this one; `false` when it belongs to another. */
  assign(workload: Workload): Promise<boolean>
  isLocal(workload: Workload): Promise<boolean>
  /** The server that it is assigned to, unless that is this one. */
  remoteServerOf(workload: Workload): Promise<PeerServer | undefined>
  /** The id of the server of each workload that is assigned, by the id of the workload. */
  assignments(): Promise<ReadonlyMap<string, string>>
  /** Ids of all workloads of other servers. */
  remoteIds(): Promise<ReadonlySet<string>>
  unassign(workload: Workload): Promise<void>
  /**
   * Moves an application from a server that was not seen for longer than `takeoverAfter` to this one. Only under the claim of
   * the application; `false` when the server was seen, another one was faster, or the claim is lost.
   */
  takeOver(applicationId: ApplicationId, from: string): Promise<boolean>
}

/**
 * Milliseconds without a heartbeat after which other servers may take over a server's applications: two leases, so that
 * its claims have expired, and a server that only restarts, which takes some seconds, keeps its applications.
 */
export const takeoverAfter = 30_000

/** Everything is assigned to the only server. */
export const singleServerPlacement: Placement = {
  assign: () => Promise.resolve(true),
  isLocal: () => Promise.resolve(true),
  remoteServerOf: () => Promise.resolve(undefined),
  assignments: () => Promise.resolve(new Map()),
  remoteIds: () => Promise.resolve(new Set()),
  unassign: () => Promise.resolve(),
  takeOver: () => Promise.resolve(false),
}

/** Does for the applications of this server what other servers have stored. */
export interface PlacementWorker extends Worker {
  /** The applications that this server works for since its start. */
  begun(applicationIds: readonly ApplicationId[]): void
  /** Whether the application was taken over and its recovery is not queued yet. */
  isTakingOver(applicationId: ApplicationId): boolean
}
