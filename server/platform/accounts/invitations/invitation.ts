import type { Role } from '#platform/accounts/organisations/organisation.ts'
import type { InvitationId, OrganisationId, UserId } from '#platform/ids.ts'

/** A place in an organisation, offered to whoever reads the mail of an address. */
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
