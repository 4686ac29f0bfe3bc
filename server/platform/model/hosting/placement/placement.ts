import type { Worker } from '#kit/concurrency/worker.ts'
import type { ApplicationId } from '#platform/model/ids.ts'

/** A server that shares our store, and where it is reached. */
export interface OtherServer {
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

/** What lives at one server: an application, or the built-in add-on providers together. */
export type Resident = ApplicationId | 'built-in providers'

/**
 * Which server each application lives at. Its repository, artifacts, log, metrics and instances are files and processes of
 * that machine, so that only this server can work for it; others pass requests on to it.
 */
export interface Homes {
  /** Makes this server the home of whoever has none; `false` when another one is. */
  settle(resident: Resident): Promise<boolean>
  isHere(resident: Resident): Promise<boolean>
  /** The home, if it is another server. */
  elsewhere(resident: Resident): Promise<OtherServer | undefined>
  /** Ids of all that live at another server, or here, by the id of their server. */
  all(): Promise<ReadonlyMap<string, string>>
  /** Ids of all that live at other servers. */
  allElsewhere(): Promise<ReadonlySet<string>>
  leave(resident: Resident): Promise<void>
  /**
   * Moves an application from a server that was not seen for longer than `takeoverAfter` to this one. Only under the claim of
   * the application; `false` when the server was seen, another one was faster, or the claim is lost.
   */
  takeOver(applicationId: ApplicationId, from: string): Promise<boolean>
}

/**
 * Milliseconds without a sign of life after which a server's applications may live elsewhere: two leases, so that its claims
 * have expired, and a server that only restarts, which takes some seconds, keeps what it has.
 */
export const takeoverAfter = 30_000

/** Everything lives at the only server. */
export const onlyHome: Homes = {
  settle: () => Promise.resolve(true),
  isHere: () => Promise.resolve(true),
  elsewhere: () => Promise.resolve(undefined),
  all: () => Promise.resolve(new Map()),
  allElsewhere: () => Promise.resolve(new Set()),
  leave: () => Promise.resolve(),
  takeOver: () => Promise.resolve(false),
}

/** Works for the applications that live at this server, as far as other servers are concerned. */
export interface HomeKeeper extends Worker {
  /** Tells which applications this server has begun to work for at its start. */
  begun(applicationIds: readonly ApplicationId[]): void
  /** Whether the application has come here and its recovery is not queued yet. */
  isTaking(applicationId: ApplicationId): boolean
}
