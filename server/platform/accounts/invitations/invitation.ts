import type { Role } from '#platform/accounts/organisations/organisation.ts'

/** A place in an organisation, offered to whoever reads the mail of an address. */
export interface Invitation {
  id: string
  /** SHA-256 of the key in the mailed link. */
  digest: string
  organisationId: string
  email: string
  role: Role
  job: string
  invitedBy: string
  createdAt: number
  expiresAt: number
}
