import {
  array,
  boolean,
  exactOptional,
  integer,
  list,
  number,
  object,
  record,
  string,
  unknown,
} from '#kit/schema.ts'
import { flavorRecord, variantRecord } from './applications.ts'

export const instanceTypeAnswer = object({
  type: string,
  version: string,
  name: string,
  variant: variantRecord,
  description: string,
  enabled: boolean,
  comingSoon: boolean,
  maxInstances: integer,
  tags: list(string),
  deployments: list(string),
  flavors: array(flavorRecord),
  defaultFlavor: flavorRecord,
  buildFlavor: flavorRecord,
})
export const flavorList = list(flavorRecord)
export const instanceTypeList = list(instanceTypeAnswer)

export const zoneAnswer = object({
  id: string,
  name: string,
  country: string,
  countryCode: string,
  city: string,
  displayName: string,
  lat: number,
  lon: number,
  outboundIPs: list(string),
  status: record(unknown),
  tags: list(string),
})
export const zoneList = list(zoneAnswer)
export const legacyZoneList = list(
  object({ name: string, internal: boolean, correspondingRegion: string }),
)

export const nameList = list(string)
export const namesByCode = record(string)

export const platformAnswer = object({
  api: string,
  bridge: string,
  console: string,
  git: object({ ssh: string, https: string }),
  /** Where shells in instances are opened, and the public key of that server. */
  shells: object({ ssh: string, hostKey: exactOptional(string) }),
  visitors: object({ http: string, https: string }),
  tools: object({
    consumerKey: exactOptional(string),
    consumerSecret: exactOptional(string),
    package: string,
  }),
  authority: exactOptional(string),
})
