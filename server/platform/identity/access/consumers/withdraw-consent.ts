import type { Platform } from '#platform/identity/platform.ts'
import type { UserId } from '#platform/model/ids.ts'
import { Refusal } from '#platform/model/refusal.ts'

/** Takes back what a user has granted to a consumer, with every access token that it got. */
export async function withdrawConsent(
  { store }: Pick<Platform, 'store'>,
  userId: UserId,
  consumerKey: string,
): Promise<void> {
  await store.transaction(async (inside) => {
    if (!(await inside.consents.find(userId, consumerKey))) {
      throw new Refusal('missing', 'You have given no rights to such a program.')
    }
    await inside.consents.remove(userId, consumerKey)
    for (const issued of await inside.accessTokens.listOf(userId)) {
      if (issued.consumerKey === consumerKey) await inside.accessTokens.remove(issued.token)
    }
  })
}
