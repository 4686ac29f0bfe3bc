import { permitPersonally } from '#platform/identity/access/permit.ts'
import type { Platform } from '#platform/identity/platform.ts'
import type { Caller } from '#platform/model/identity/access/caller.ts'
import type { UserId } from '#platform/model/ids.ts'
import { Refusal } from '#platform/model/refusal.ts'

type Context = Pick<Platform, 'store'>

/** Revokes an access token of the caller's user and the consent with it. A program may always revoke its own. */
export async function revokeAccessToken(
  { store }: Context,
  caller: Caller,
  token: string,
): Promise<void> {
  const isItsOwn = caller.credential === 'access token' && caller.credentialId === token
  if (!isItsOwn) permitPersonally(caller, 'change')
  const found = await store.accessTokens.find(token)
  if (found?.userId !== caller.userId) {
    throw new Refusal('missing', 'You have no such access token.')
  }
  await store.transaction(async (inside) => {
    await inside.accessTokens.remove(token)
    await inside.consents.remove(found.userId, found.consumerKey)
  })
}

/** Revokes every access token and consent of a user. */
export async function revokeAccessTokens({ store }: Context, userId: UserId): Promise<void> {
  await store.transaction(async (inside) => {
    await inside.accessTokens.removeOf(userId)
    await inside.consents.removeOf(userId)
  })
}
