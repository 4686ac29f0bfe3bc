import type { ApplicationId } from '#platform/model/ids.ts'

/** When the last visitor of an application came, to the minute. */
export interface LastVisit {
  applicationId: ApplicationId
  lastVisitAt: number
}

/** The last visits of applications, by all servers. */
export interface Visits {
  /** Stores later visits; those of applications that are gone, and earlier ones, have no effect. */
  put(visits: readonly LastVisit[]): Promise<void>
  /** `undefined` for an application that was never visited. */
  find(applicationId: ApplicationId): Promise<number | undefined>
}
