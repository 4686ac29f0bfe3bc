import {
  boolean,
  exactOptional,
  integer,
  list,
  nothing,
  nullable,
  object,
  oneOf,
  string,
} from '#kit/schema.ts'
import { contactKinds, roles } from '#platform/model/identity/accounts/organisation.ts'
import { applicationState, preferredMfa, vatState } from './states.ts'

const role = oneOf(...roles)

export const organisationAnswer = object({
  id: string,
  name: string,
  description: string,
  billingEmail: string,
  address: string,
  city: string,
  zipcode: string,
  country: string,
  company: string,
  VAT: string,
  avatar: string,
  vatState,
  customerFullName: string,
  canPay: boolean,
  cleverEnterprise: boolean,
  emergencyNumber: nothing,
  canSEPA: boolean,
  isTrusted: boolean,
  contacts: list(
    object({ contact_type: oneOf(...contactKinds), email_address: string, phone_number: string }),
  ),
})
export const organisationList = list(organisationAnswer)
export const avatarAnswer = object({ url: string })

export const memberList = list(
  object({
    member: object({
      id: string,
      email: string,
      name: string,
      avatar: string,
      preferredMFA: preferredMfa,
    }),
    role,
    job: string,
  }),
)

export const invitationList = list(
  object({
    id: string,
    email: string,
    role,
    job: string,
    createdAt: integer,
    expiresAt: integer,
    invitedBy: string,
  }),
)

export const applicationSummary = object({
  id: string,
  name: string,
  instanceType: string,
  instanceVariant: exactOptional(string),
  variantSlug: string,
  archived: boolean,
  homogeneous: boolean,
  variantLogoUrl: string,
  state: applicationState,
  commit: nullable(string),
  systemTags: list(string),
  customerTags: list(string),
})
const addonSummary = object({
  id: string,
  realId: string,
  name: string,
  providerId: string,
  logoUrl: string,
  systemTags: list(string),
  customerTags: list(string),
})
const owned = {
  applications: list(applicationSummary),
  addons: list(addonSummary),
  consumers: list(object({ name: string, key: string, picture: string, url: string })),
  providers: list(object({ id: string, name: string })),
}

export const summaryAnswer = object({
  user: object({
    id: string,
    name: string,
    /** For credentials that may read personal information. */
    email: exactOptional(string),
    avatar: string,
    ...owned,
    lang: string,
    admin: boolean,
    canSEPA: boolean,
    partnerId: string,
    partnerName: string,
    partnerConsoleUrl: string,
  }),
  organisations: list(
    object({
      id: string,
      name: string,
      avatar: string,
      canPay: boolean,
      canSEPA: boolean,
      cleverEnterprise: boolean,
      emergencyNumber: nothing,
      isTrusted: boolean,
      role,
      vatState,
      ...owned,
    }),
  ),
})
