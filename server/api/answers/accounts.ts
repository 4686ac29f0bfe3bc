import { boolean, exactOptional, integer, list, nullable, object, string } from '#kit/schema.ts'

/** All twelve rights by name. */
export const rightsRecord = object({
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
  preferredMFA: string,
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
export const sshKeyList = list(object({ name: string, key: string, fingerprint: string }))
export const backupCodeList = list(object({ code: string }))

export const apiTokenList = list(
  object({
    apiTokenId: string,
    name: string,
    description: exactOptional(string),
    creationDate: string,
    expirationDate: string,
    userId: string,
    ip: string,
    state: string,
  }),
)

export const auditList = list(
  object({
    id: string,
    date: string,
    action: string,
    target: string,
    outcome: string,
    user: object({ id: string, email: string, name: string }),
    credential: string,
    credentialId: string,
    consumer: nullable(object({ key: string, name: string })),
    from: string,
  }),
)

/** What a user is told of the program that asks for rights. */
export const loginConsumerAnswer = object({
  name: string,
  description: string,
  url: string,
  picture: string,
  rights: rightsRecord,
})
export const rightList = list(string)
