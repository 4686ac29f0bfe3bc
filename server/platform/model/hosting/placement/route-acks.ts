import type { ApplicationId, InstanceId } from '#platform/model/ids.ts'

/** The route of an application, stored before a time of `call`. */
export interface StoredRoute {
  applicationId: ApplicationId
  /** The cluster of its instances: routers of other clusters do not lead there. */
  cluster: string
  since: number
}

/** Anything that was stored before a time of `call`. */
export type Stored = Pick<StoredRoute, 'since'> | StoredRoute

/**
 * What the servers of one store tell each other about their routers, each with the edges that it commands. Servers that are away
 * are not asked.
 */
export interface RouterNotes {
  /** Wakes the followers of all servers, and returns a time: who has followed after it has all that is stored now. */
  call(): Promise<number>
  /**
   * Notes that the router of this server has what was stored until this time, but for the routes of the applications that it
   * did not confirm.
   */
  noteFollowed(time: number, unconfirmed: readonly ApplicationId[]): Promise<void>
  /** Whether those of all other servers have, without those that have noted nothing for `patience` milliseconds. */
  haveOthersFollowed(stored: Stored, patience: number): Promise<boolean>
  /** Notes that the router of this server sends nobody to these instances, and has no request in flight there. */
  noteDrained(instanceIds: readonly InstanceId[]): Promise<void>
  /** Whether those of all other servers that have followed have noted it. */
  haveOthersDrained(stored: StoredRoute, instanceIds: readonly InstanceId[]): Promise<boolean>
}
