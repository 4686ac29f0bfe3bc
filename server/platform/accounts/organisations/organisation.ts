/** The owner of applications. */
export interface Organisation {
  id: string
  name: string
  avatar: string
  details: OrganisationDetails
  createdAt: number
  /**
   * The user whose quotas count what it has: whoever created it, as long as they are a member; then the administrator who has
   * been one longest. Its own id when it has no administrator.
   */
  quotaAccountId: string
}

/** What is written on letters and invoices. */
export interface OrganisationDetails {
  description: string
  billingEmail: string
  address: string
  city: string
  zipcode: string
  /** ISO 3166 code of two letters, or empty. */
  country: string
  company: string
  vat: string
  customerFullName: string
  contacts: readonly Contact[]
}

/** Whom others write to about the organisation. */
export interface Contact {
  kind: 'security' | 'privacy' | 'abuse'
  email: string
  phone: string
}

export type OrganisationChange = Partial<
  Pick<Organisation, 'name' | 'avatar' | 'details' | 'quotaAccountId'>
>

export const roles = ['ADMIN', 'MANAGER', 'DEVELOPER', 'ACCOUNTING'] as const
export type Role = (typeof roles)[number]

/** A user's place in an organisation. */
export interface Member {
  organisationId: string
  userId: string
  role: Role
  job: string
}

/** The owner a thing belongs to: an organisation, or the user whose personal space it is. */
export function isPersonalSpace(ownerId: string): boolean {
  return ownerId.startsWith('user_')
}

/** An organisation that has nothing yet but its name. */
export function newOrganisation(
  id: string,
  name: string,
  createdAt: number,
  quotaAccountId = id,
): Organisation {
  return { id, name, avatar: '', details: noDetails, createdAt, quotaAccountId }
}

export const noDetails: OrganisationDetails = {
  description: '',
  billingEmail: '',
  address: '',
  city: '',
  zipcode: '',
  country: '',
  company: '',
  vat: '',
  customerFullName: '',
  contacts: [],
}
