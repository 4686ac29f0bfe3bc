import { isPersonalSpace } from '#platform/accounts/organisations/organisation.ts'
import type { OwnerId } from '#platform/ids.ts'

const spaceOf = (ownerId: OwnerId) =>
  isPersonalSpace(ownerId) ? '/users/me' : `/organisations/${encodeURIComponent(ownerId)}`

/** Console path of an owner, as written by existing clients; the personal space is `me`. */
export const ownerPath = (ownerId: OwnerId): string =>
  isPersonalSpace(ownerId) ? '/users/me/information' : spaceOf(ownerId)

export const applicationPath = ({ id, ownerId }: { id: string; ownerId: OwnerId }): string =>
  `${spaceOf(ownerId)}/applications/${encodeURIComponent(id)}`

export const addonPath = ({ id, ownerId }: { id: string; ownerId: OwnerId }): string =>
  `${spaceOf(ownerId)}/addons/${encodeURIComponent(id)}`

export const consumerPath = ({ key, ownerId }: { key: string; ownerId: OwnerId }): string =>
  `${spaceOf(ownerId)}/oauth-consumers/${encodeURIComponent(key)}`

/** Sections of an account that have a page. */
export const accountParts = ['ssh-keys', 'emails', 'information', 'api-tokens'] as const
export type AccountPart = (typeof accountParts)[number]

export const accountPath = (part: AccountPart): string => `/users/me/${part}`
