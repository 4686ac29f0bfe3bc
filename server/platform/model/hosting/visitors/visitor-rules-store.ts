import type { ApplicationId, DeploymentId, UserId } from '#platform/model/ids.ts'
import type { BasicAuth, OwnPages } from './visitor-rules.ts'

/** The maintenance of an application, from its begin to its end. */
export interface Maintenance {
  since: number
  startedBy: UserId
  /** When it is expected to end; nothing happens then. */
  until: number | null
  message: string
  allowed: readonly string[]
  /** Lets visitors through who have it in a link, and then in a cookie. */
  secret: string
}

/** What an application has beyond its route. */
export interface StoredVisitorRules {
  applicationId: ApplicationId
  maintenance: Maintenance | null
  basicAuth: BasicAuth | null
}

export interface StoredRules {
  find(applicationId: ApplicationId): Promise<StoredVisitorRules | undefined>
  listAll(): Promise<StoredVisitorRules[]>
  /** `null` ends it. */
  setMaintenance(applicationId: ApplicationId, maintenance: Maintenance | null): Promise<void>
  /** `null` lets everybody in. */
  setBasicAuth(applicationId: ApplicationId, basicAuth: BasicAuth | null): Promise<void>
}

/** Own pages of releases, which the routes of their applications have. */
export interface ReleasePages {
  /** The release is stored already. */
  put(deploymentId: DeploymentId, pages: OwnPages): Promise<void>
  find(deploymentId: DeploymentId): Promise<OwnPages | undefined>
  /** Those of live releases. */
  listLive(): Promise<{ deploymentId: DeploymentId; pages: OwnPages }[]>
}
