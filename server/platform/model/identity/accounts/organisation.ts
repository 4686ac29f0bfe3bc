import {
  isUserId,
  type OrganisationId,
  type OwnerId,
  type ProviderOwnerId,
  type UserId,
} from '#platform/model/ids.ts'
/** The owner of applications. */
export interface Organisation {
  id: OrganisationId
  name: string
  avatar: string
  details: OrganisationDetails
  createdAt: number
  /**
   * User whose quotas the organisation counts against: its creator while a member, then the longest-serving
   * administrator. Its own id when it has no administrator.
   */
  quotaAccountId: OwnerId
}

/** Address details for e-mails and invoices. */
export interface OrganisationDetails {
  description: string
  billingEmail: string
  address: string
  city: string
  zipcode: string
  /** Two-letter ISO 3166 code, or empty. */
  country: string
  company: string
  vat: string
  customerFullName: string
  contacts: readonly Contact[]
}

export const contactKinds = ['security', 'privacy', 'abuse'] as const

/** Contact address of the organisation for others. */
export interface Contact {
  kind: (typeof contactKinds)[number]
  email: string
  phone: string
}

export type OrganisationChange = Partial<
  Pick<Organisation, 'name' | 'avatar' | 'details' | 'quotaAccountId'>
>

export const roles = ['ADMIN', 'MANAGER', 'DEVELOPER', 'ACCOUNTING'] as const
export type Role = (typeof roles)[number]

/** Roles in a sentence, after "as". */
export const rolesInWords: Readonly<Record<Role, string>> = {
  ADMIN: 'an administrator',
  MANAGER: 'a manager',
  DEVELOPER: 'a developer',
  ACCOUNTING: 'an accountant',
}

/** Membership of a user in an organisation. */
export interface Member {
  organisationId: OrganisationId
  userId: UserId
  role: Role
  job: string
}

/** Whether the owner is a user's personal space rather than an organisation. */
export const isPersonalSpace = (ownerId: ProviderOwnerId): ownerId is UserId => isUserId(ownerId)

/** A new organisation with only a name. */
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
