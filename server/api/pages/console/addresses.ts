import type { OwnerId } from '#platform/model/ids.ts'

const of = (ownerId: OwnerId, ...parts: readonly string[]) =>
  `/${['organisations', ownerId, ...parts].map(encodeURIComponent).join('/')}`

/** Console addresses of things; a personal space has the id of its user. */
export const ownerAddress = (ownerId: OwnerId): string => of(ownerId)

export const applicationAddress = (
  { id, ownerId }: { id: string; ownerId: OwnerId },
  ...tab: readonly string[]
): string => of(ownerId, 'applications', id, ...tab)

export const addonAddress = ({ id, ownerId }: { id: string; ownerId: OwnerId }): string =>
  of(ownerId, 'addons', id)

export const consumerAddress = ({ key, ownerId }: { key: string; ownerId: OwnerId }): string =>
  of(ownerId, 'consumers', key)

/** Pages of an account, by the names that existing clients have for them. */
export const accountAddresses: Readonly<Record<string, string>> = {
  information: '/account/profile',
  emails: '/account/emails',
  'ssh-keys': '/account/ssh-keys',
  'api-tokens': '/account/tokens',
}

const base = 'http://console.invalid'
const places = /^\/($|(organisations|account|operator|create|users|goto|docs)(\/|$))/
const maxLength = 2000

/**
 * The address if it is one of the console or of the documentation, normalised; a login may lead there. Anything that a browser could take for
 * another host is none.
 */
export function consoleAddress(text: string): string | undefined {
  if (text.length > maxLength || !text.startsWith('/') || !URL.canParse(text, base)) {
    return undefined
  }
  const { origin, pathname, search } = new URL(text, base)
  return origin === base && places.test(pathname) ? pathname + search : undefined
}
