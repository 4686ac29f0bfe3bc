import { type Addresses, endpoint } from '#api/endpoint.ts'
import { avatarUrl } from '#api/v2/avatar-url.ts'
import type { Caller } from '#platform/access/caller.ts'
import type { User } from '#platform/accounts/user.ts'
import type { Platform } from '#platform/platform.ts'
import { Refusal } from '#platform/refusal.ts'

export const getSelf = endpoint({
  method: 'GET',
  path: '/v2/self',
  access: 'user:read',
  summary: 'Shows the user who is calling',
  handle: async ({ platform, addresses, caller }) =>
    userToWire(await userOf(platform, caller), addresses),
})

export const getSelfId = endpoint({
  method: 'GET',
  path: '/v2/self/id',
  access: 'user',
  summary: 'Shows the id of the user who is calling',
  handle: async ({ caller }) => ({ id: caller.userId }),
})

export async function userOf({ store }: Pick<Platform, 'store'>, caller: Caller): Promise<User> {
  const user = await store.users.find(caller.userId)
  if (user) return user
  throw new Refusal('unauthenticated', 'The account of these credentials is gone.')
}

/** Strings are never null: one family of clients refuses that. */
function userToWire({ id, email, name, avatar, createdAt }: User, addresses: Addresses) {
  return {
    id,
    email,
    name,
    phone: '',
    address: '',
    city: '',
    zipcode: '',
    country: '',
    avatar: avatarUrl(addresses, avatar),
    creationDate: createdAt,
    lang: 'EN',
    emailValidated: true,
    oauthApps: [],
    admin: false,
    canPay: true,
    preferredMFA: 'NONE',
    hasPassword: true,
    partnerId: '',
    partnerName: 'default',
    partnerConsoleUrl: addresses.console,
  }
}
