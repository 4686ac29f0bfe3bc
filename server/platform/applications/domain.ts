import type { ApplicationId } from '#platform/ids.ts'
/** A DNS name pointing at an application. */
export interface Domain {
  /** Lower case, without port or path. */
  name: string
  applicationId: ApplicationId
  favourite: boolean
}

/** The name every application has of its own: `app-<uuid>.<domain of the platform>`. */
export function ownDomain(applicationId: ApplicationId, appsDomain: string): string {
  return `${applicationId.replace('_', '-')}.${appsDomain}`
}
