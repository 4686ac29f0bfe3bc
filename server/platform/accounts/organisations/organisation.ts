import {
  isUserId,
  type OrganisationId,
  type OwnerId,
  type ProviderOwnerId,
  type UserId,
} from '#platform/ids.ts'
/** The owner of applications. */
export interface Organisation {
  id: OrganisationId
  name: string
  avatar: string
  details: OrganisationDetails
  createdAt: number
  /**
   * The user whose quotas count what it has: whoever created it, as long as they are a member; then the administrator who has
   * been one longest. Its own id when it has no administrator.
   */
  quotaAccountId: OwnerId
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
  organisationId: OrganisationId
  userId: UserId
  role: Role
  job: string
}

/** The owner a thing belongs to: an organisation, or the user whose personal space it is. */
export const isPersonalSpace = (ownerId: ProviderOwnerId): ownerId is UserId => isUserId(ownerId)

/** An organisation that has nothing yet but its name. */
export function newOrganisation(
  id: OrganisationId,
  name: string,
  createdAt: number,
  quotaAccountId: OwnerId = id,
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
