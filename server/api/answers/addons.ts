import {
  boolean,
  exactOptional,
  integer,
  list,
  nothing,
  nullable,
  number,
  object,
  oneOf,
  record,
  string,
  union,
} from '#kit/schema.ts'
import { addonStates } from '#platform/model/marketplace/addon-states.ts'
import { restoreStates } from '#protocol/databases/restore.ts'
import { fileTypes } from '#protocol/files/file-listing.ts'
import { variableList } from './applications.ts'
import { outcome, warnings } from './outcome.ts'
import { planAnswer, providerRecord } from './providers.ts'
import { backupStatus, databaseStatus, migrationStatus } from './states.ts'

const addonEntries = {
  id: string,
  realId: string,
  name: string,
  region: string,
  zoneId: string,
  provider: providerRecord,
  plan: planAnswer,
  creationDate: integer,
  configKeys: list(string),
  state: oneOf(...addonStates),
  message: string,
  trouble: string,
}
export const addonAnswer = object(addonEntries)
/** An add-on, with warnings to its provider. */
export const configuredAddonAnswer = object({ ...addonEntries, warnings })
/** An add-on, or only a message once it is deleted. */
export const addonOrOutcome = union([addonAnswer, outcome])
export const addonList = list(addonAnswer)

/** A change of plan. */
export const migrationAnswer = object({
  migrationId: string,
  requestDate: string,
  steps: list(
    object({
      name: string,
      value: string,
      status: migrationStatus,
      startDate: string,
      endDate: exactOptional(string),
      message: string,
    }),
  ),
  status: migrationStatus,
  fromPlanId: string,
  planId: string,
})
export const migrationList = list(migrationAnswer)

/** What a month of another plan would cost. */
export const migrationPreorderAnswer = object({
  ownerId: string,
  target: string,
  emissionDate: string,
  name: string,
  company: string,
  VAT: string,
  type: oneOf('ADDON_PREORDER'),
  fromPlanId: string,
  planId: string,
  region: string,
  lines: list(
    object({
      type: oneOf('Credits'),
      description: string,
      quantity: number,
      /** Percentage. */
      tva: number,
      price_unit_ht: number,
      price_total_ht: number,
      pack: string,
      /** Credits: one is one unit of the currency. */
      dropQuantity: number,
      coupon: nothing,
    }),
  ),
  originalTotal: number,
  totalHT: number,
  totalVAT: number,
  totalTTC: number,
})

export const ssoAnswer = object({
  url: string,
  id: string,
  timestamp: integer,
  'nav-data': string,
  email: string,
  user_id: string,
  signature: string,
  token: string,
  name: string,
  userinfo_signature: string,
})

export const backupAnswer = object({
  backup_id: string,
  entity_id: string,
  creation_date: string,
  delete_at: nullable(string),
  status: backupStatus,
  size: integer,
  download_url: string,
})
export const backupList = list(backupAnswer)

export const restoreAnswer = object({
  state: oneOf(...restoreStates),
  /** Back-up of what was there before; empty until it exists. */
  saved_backup_id: string,
  /** Why it failed, or empty. */
  message: string,
})

const fileEntries = {
  /** ASCII: other bytes are percent-encoded. */
  name: string,
  type: oneOf(...fileTypes),
  /** In bytes. */
  size: integer,
  /** Seconds since the epoch. */
  modified: integer,
}

export const fileListAnswer = object({
  entries: list(object(fileEntries)),
  /** Name after which the next page begins; `null` at the end. */
  next: nullable(string),
})

export const fileAddressAnswer = object({
  ...fileEntries,
  /** Valid for an hour without credentials. */
  download_url: string,
})

export const databaseAnswer = object({
  id: string,
  app_id: string,
  owner_id: string,
  host: string,
  port: integer,
  user: string,
  password: string,
  database: string,
  plan: string,
  version: string,
  zone: string,
  status: databaseStatus,
  creation_date: string,
  /** The sort order that it was ordered with; absent: that of the server. */
  locale: exactOptional(string),
  features: list(object({ name: string, enabled: boolean })),
  read_only_users: exactOptional(list(string)),
})

export const configurationAnswer = object({
  id: string,
  owner_id: string,
  creation_date: string,
  env: variableList,
})

/** An add-on as its provider sees it in a list. */
export const vendorAppList = list(
  object({
    provider_id: string,
    addon_id: string,
    heroku_id: string,
    callback_url: string,
    plan: string,
    owner_id: string,
  }),
)
export const vendorAppAnswer = object({
  id: string,
  name: string,
  config: record(string),
  callback_url: string,
  owner_id: string,
  owner_name: string,
  owner_email: string,
  owner_emails: list(string),
  region: string,
  domains: list(string),
})
export const logCollectorAnswer = object({
  url: string,
  logplex_token: string,
  content_type: string,
})
