import type { ApplicationId } from '#platform/ids.ts'
/** A DNS name of an application. */
export interface Domain {
  /** Lower case, without port or path. */
  name: string
  applicationId: ApplicationId
  favourite: boolean
}

/** The default domain of an application: `app-<uuid>.<domain of the platform>`. */
export function ownDomain(applicationId: ApplicationId, appsDomain: string): string {
  return `${applicationId.replace('_', '-')}.${appsDomain}`
}
