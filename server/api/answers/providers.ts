import {
  boolean,
  integer,
  list,
  nullable,
  number,
  object,
  oneOf,
  record,
  string,
  unknown,
} from '#kit/schema.ts'
import { deliveryDirections } from '#platform/model/marketplace/delivery.ts'
import { featureTypes } from '#platform/model/marketplace/plan.ts'
import { stages } from '#platform/model/marketplace/provider.ts'
import { addonPages } from '#protocol/manifest/addon-pages.ts'
import { severities } from '#protocol/problem.ts'
import { timestampUnits } from '#protocol/sso/sso.ts'
import { warnings } from './outcome.ts'

const type = oneOf(...featureTypes)

export const featureRecord = object({ name: string, type, name_code: string })
export const featureList = list(featureRecord)

export const planAnswer = object({
  id: string,
  name: string,
  slug: string,
  price: number,
  price_id: string,
  features: list(
    object({
      name: string,
      type,
      value: string,
      computable_value: nullable(string),
      name_code: nullable(string),
    }),
  ),
  zones: list(string),
})
export const planList = list(planAnswer)

const providerEntries = {
  id: string,
  name: string,
  website: string,
  supportEmail: string,
  googlePlusName: string,
  twitterName: string,
  analyticsId: string,
  shortDesc: string,
  longDesc: string,
  logoUrl: string,
  status: oneOf(...stages),
  openInNewTab: boolean,
  canUpgrade: boolean,
  regions: list(string),
  /** Of the console, besides those that every add-on has. */
  pages: list(oneOf(...addonPages)),
}
export const providerRecord = object(providerEntries)
export const providerAnswer = object({
  ...providerEntries,
  ssoTimestampUnit: oneOf(...timestampUnits),
})
export const changedProviderAnswer = object({ ...providerEntries, warnings })

const offerEntries = { ...providerEntries, plans: planList, features: featureList }
export const offerAnswer = object(offerEntries)
export const offerList = list(offerAnswer)
export const pushedOfferAnswer = object({ ...offerEntries, warnings })
/** What operators see. */
export const ownedOfferAnswer = object({ ...offerEntries, ownerId: string })
export const ownedOfferList = list(ownedOfferAnswer)

/** A manifest without its secrets, with whatever else its author wrote. */
export const manifestAnswer = record(unknown)

/** What a push of a manifest would be refused for, or warned of. */
export const manifestCheckAnswer = object({
  valid: boolean,
  problems: list(object({ path: string, sentence: string, severity: oneOf(...severities) })),
})

const optionList = list(object({ name: string, enabled: boolean }))
export const versionsAnswer = object({
  providerId: string,
  clusters: list(
    object({ id: string, label: string, zone: string, version: string, features: optionList }),
  ),
  dedicated: record(object({ features: optionList })),
  defaultDedicatedVersion: string,
})

export const testerList = list(object({ id: string }))
export const tagList = list(string)

export const deliveryAnswer = object({
  id: string,
  providerId: string,
  addonId: nullable(string),
  direction: oneOf(...deliveryDirections),
  purpose: string,
  method: string,
  url: string,
  status: nullable(integer),
  duration: integer,
  request: string,
  answer: string,
  trouble: string,
  date: string,
})
export const deliveryList = list(deliveryAnswer)
