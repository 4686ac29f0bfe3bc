import type { ApplicationId, InstanceId } from '#platform/model/ids.ts'

/** The route of an application, stored before a `barrier`. */
export interface StoredRoute {
  applicationId: ApplicationId
  /** The cluster of its instances: routers of other clusters do not lead there. */
  cluster: string
  since: number
}

/** Anything that was stored before a `barrier`. */
export type Stored = Pick<StoredRoute, 'since'> | StoredRoute

/**
 * Acknowledgements of the routers of all servers of one store, each with the edges that it commands. Servers that are away
 * are not asked.
 */
export interface RouteAcks {
  /** Wakes the route followers of all servers, and returns a time: a later ack covers all that is stored now. */
  barrier(): Promise<number>
  /**
   * The router of this server has what was stored until this time, except for the routes of the applications that it did
   * not confirm.
   */
  ack(time: number, unconfirmed: readonly ApplicationId[]): Promise<void>
  /** Whether all other servers have acked it, without those that have acked nothing for `timeout` milliseconds. */
  allAcked(stored: Stored, timeout: number): Promise<boolean>
  /** The router of this server sends nobody to these instances, and has no request in flight there. */
  ackDrained(instanceIds: readonly InstanceId[]): Promise<void>
  /** Whether all other servers that have acked the route have drained these instances. */
  allDrained(stored: StoredRoute, instanceIds: readonly InstanceId[]): Promise<boolean>
}
