import { userAnswer } from '#api/answers/accounts.ts'
import type { preferredMfa } from '#api/answers/states.ts'
import { type Addresses, type Call, endpoint } from '#api/http/endpoint.ts'
import { jsonText } from '#api/http/response.ts'
import { avatarUrl } from '#api/v2/avatar-url.ts'
import { clearable, type Infer, object, optional, string } from '#kit/schema.ts'
import { countryTitle } from '#kit/text/countries.ts'
import { changeProfile } from '#platform/identity/accounts/users/profile.ts'
import type { Caller } from '#platform/model/identity/access/caller.ts'
import type { SecondFactor } from '#platform/model/identity/access/second-factor.ts'
import type { User } from '#platform/model/identity/accounts/user.ts'
import { Refusal } from '#platform/model/refusal.ts'
import type { Platform } from '#platform/platform.ts'

/** Collections that the user record depends on. */
const shown = ['users', 'secondFactors', 'avatars'] as const

export const getSelf = endpoint({
  method: 'GET',
  path: '/v2/self',
  access: { on: 'user', may: 'read' },
  summary: 'Shows the user who is calling',
  answer: userAnswer,
  async handle(call) {
    const { platform, caller } = call
    const make = async () => JSON.stringify(await userToWire(call, await userOf(platform, caller)))
    return jsonText(await platform.store.derive(shown, `self of ${caller.userId}`, make))
  },
})

export const putSelf = endpoint({
  method: 'PUT',
  path: '/v2/self',
  access: { on: 'user', may: 'change' },
  action: 'account.change',
  summary: 'Changes the profile of the user; absent and null fields stay',
  body: object({
    name: optional(string),
    phone: clearable,
    address: clearable,
    city: clearable,
    zipcode: clearable,
    country: clearable,
    lang: optional(string),
  }),
  answer: userAnswer,
  async handle(call) {
    const user = await userOf(call.platform, call.caller)
    return userToWire(call, await changeProfile(call.platform, user, call.body))
  },
})

export const getSelfId = endpoint({
  method: 'GET',
  path: '/v2/self/id',
  access: 'user',
  summary: 'Shows the id of the user who is calling',
  answer: string,
  handle: async ({ caller }) => caller.userId,
})

export async function userOf({ store }: Pick<Platform, 'store'>, caller: Caller): Promise<User> {
  const user = await store.users.find(caller.userId)
  if (user) return user
  throw new Refusal('unauthenticated', 'The account of these credentials was deleted.')
}

/** Nobody resells this platform, so that its own console is the partner's. */
export const partnerOf = ({ console }: Pick<Addresses, 'console'>) => ({
  partnerId: '',
  partnerName: 'default',
  partnerConsoleUrl: console,
})

export const preferredMfaOf = (factor: SecondFactor | undefined): Infer<typeof preferredMfa> =>
  factor && factor.confirmedAt !== null ? 'TOTP' : 'NONE'

/** Strings are never null, because some clients reject that. */
async function userToWire(
  { platform, addresses }: Pick<Call, 'platform' | 'addresses'>,
  { id, email, name, avatar, profile, passwordHash, createdAt }: User,
): Promise<Infer<typeof userAnswer>> {
  const factor = await platform.store.secondFactors.find(id)
  return {
    id,
    email,
    name,
    ...profile,
    country: countryTitle(profile.country),
    avatar: avatarUrl(addresses, avatar),
    creationDate: createdAt,
    emailValidated: true,
    oauthApps: [],
    admin: false,
    canPay: true,
    preferredMFA: preferredMfaOf(factor),
    hasPassword: passwordHash !== '',
    ...partnerOf(addresses),
  }
}
