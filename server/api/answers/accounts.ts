import {
  boolean,
  exactOptional,
  integer,
  list,
  nullable,
  object,
  oneOf,
  string,
} from '#kit/schema.ts'
import { targetKinds } from '#platform/identity/audit/target-names.ts'
import { credentials } from '#platform/model/identity/access/caller.ts'
import { consumerRights } from '#platform/model/identity/access/rights.ts'
import { auditOutcomes } from '#platform/model/identity/audit/entry.ts'
import { apiTokenState, preferredMfa } from './states.ts'

/** All twelve rights by name. */
const rightsRecord = object({
  almighty: boolean,
  access_organisations: boolean,
  access_organisations_bills: boolean,
  access_organisations_consumption_statistics: boolean,
  access_organisations_credit_count: boolean,
  access_personal_information: boolean,
  manage_organisations: boolean,
  manage_organisations_applications: boolean,
  manage_organisations_members: boolean,
  manage_organisations_services: boolean,
  manage_personal_information: boolean,
  manage_ssh_keys: boolean,
})

export const consumerAnswer = object({
  key: string,
  name: string,
  description: string,
  url: string,
  picture: string,
  baseUrl: string,
  rights: rightsRecord,
})
export const consumerList = list(consumerAnswer)
export const consumerSecret = object({ secret: string })

export const userAnswer = object({
  id: string,
  email: string,
  name: string,
  phone: string,
  address: string,
  city: string,
  zipcode: string,
  country: string,
  lang: string,
  avatar: string,
  creationDate: integer,
  emailValidated: boolean,
  oauthApps: list(string),
  admin: boolean,
  canPay: boolean,
  preferredMFA: preferredMfa,
  hasPassword: boolean,
  partnerId: string,
  partnerName: string,
  partnerConsoleUrl: string,
})

const tokenEntries = {
  token: string,
  consumer: exactOptional(consumerAnswer),
  creationDate: integer,
  lastUtilisation: integer,
  rights: rightsRecord,
}
export const tokenList = list(object({ ...tokenEntries, expirationDate: integer }))
/** Clients want this date alone as text. */
export const currentTokenAnswer = object({ ...tokenEntries, expirationDate: string })
export const cliTokenAnswer = object({ token: string, secret: string, expirationDate: string })

export const emailList = list(string)
export const userSettingAnswer = object({ name: string, value: string })
export const userSettingList = list(userSettingAnswer)

export const sshKeyList = list(object({ name: string, key: string, fingerprint: string }))
export const backupCodeList = list(object({ code: string }))

/** The secret of a new second factor, as an address and as the lines of a QR code. */
export const secondFactorAnswer = object({ url: string, qr: list(string) })

/** The session of a browser, with the token that its calls carry. */
export const sessionAnswer = object({
  userId: string,
  csrfToken: string,
  expiresAt: string,
  /** Whether the user operates this platform. */
  isOperator: boolean,
})
export const sessionList = list(
  object({
    id: string,
    creationDate: string,
    expirationDate: string,
    ip: string,
    browser: string,
    system: string,
    isCurrent: boolean,
  }),
)

const apiTokenEntries = {
  apiTokenId: string,
  name: string,
  description: exactOptional(string),
  creationDate: string,
  expirationDate: string,
  state: apiTokenState,
}
export const apiTokenList = list(object({ ...apiTokenEntries, userId: string, ip: string }))
/** The only answer with the token itself. */
export const newApiTokenAnswer = object({ ...apiTokenEntries, apiToken: string })

/** Programs that the user has given rights to. */
export const consentList = list(
  object({
    consumer: object({
      key: string,
      name: string,
      description: string,
      url: string,
      picture: string,
    }),
    rights: rightsRecord,
    date: string,
  }),
)

const auditEntries = {
  id: string,
  date: string,
  action: string,
  target: string,
  outcome: oneOf(...auditOutcomes),
  user: object({ id: string, email: string, name: string }),
  credential: oneOf(...credentials),
  credentialId: string,
  consumer: nullable(object({ key: string, name: string })),
  from: string,
}
export const auditList = list(object(auditEntries))
const targets = list(object({ id: string, kind: oneOf(...targetKinds), name: string }))
/** What the commit says that was pushed, or deployed from a connected repository, with its page at the host of that one. */
const auditCommit = object({ author: string, message: string, url: nullable(string) })
/** With names for the ids in `target`, in their order. */
export const namedAuditList = list(
  object({ ...auditEntries, targets, commit: nullable(auditCommit) }),
)

/** What a user is told of the program that asks for rights. */
export const loginConsumerAnswer = object({
  name: string,
  description: string,
  url: string,
  picture: string,
  rights: rightsRecord,
})
export const rightList = list(oneOf(...consumerRights))
