import type { ApplicationId } from '#platform/model/ids.ts'

/** Keeps the repositories of several servers the same. All methods may throw a `Refusal`. */
export interface Replication {
  /** Makes the repository of this server as new as the last acknowledged push to any server. */
  catchUp(applicationId: ApplicationId): Promise<void>
  /** Runs a push, after catching up, while no server runs another one to the same repository. */
  duringPush<T>(applicationId: ApplicationId, push: () => Promise<T>): Promise<T>
  /** Makes the present refs, and their commits, available to all servers. */
  publish(applicationId: ApplicationId): Promise<void>
  /** Removes what other servers would restore. */
  remove(applicationId: ApplicationId): Promise<void>
}

/** For the only server of a platform. */
export const noReplication: Replication = {
  catchUp: async () => {},
  duringPush: (_, push) => push(),
  publish: async () => {},
  remove: async () => {},
}
