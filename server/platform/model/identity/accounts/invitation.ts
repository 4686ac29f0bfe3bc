import type { InvitationId, OrganisationId, UserId } from '#platform/model/ids.ts'
import type { Role } from './organisation.ts'

/** An offer of membership in an organisation, sent to an e-mail address. */
export interface Invitation {
  id: InvitationId
  /** SHA-256 of the key in the mailed link. */
  digest: string
  organisationId: OrganisationId
  email: string
  role: Role
  job: string
  invitedBy: UserId
  createdAt: number
  expiresAt: number
}
