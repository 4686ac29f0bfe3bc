import type { ApiToken } from '#platform/model/identity/access/api-token.ts'
import type { UserId } from '#platform/model/ids.ts'
import type { Platform } from '#platform/platform.ts'

/** An API token as a record, without its text. */
export const apiTokenRecord = (
  { id, name, description, createdAt, expiresAt }: ApiToken,
  now: number,
) => ({
  apiTokenId: id,
  name,
  ...(description && { description }),
  creationDate: new Date(createdAt).toISOString(),
  expirationDate: new Date(expiresAt).toISOString(),
  state: expiresAt > now ? ('ACTIVE' as const) : ('EXPIRED' as const),
})

/** All API tokens of a user. */
export async function apiTokenRecords(
  { store, clock }: Pick<Platform, 'store' | 'clock'>,
  userId: UserId,
) {
  const tokens = await store.apiTokens.listOf(userId)
  const now = clock()
  return tokens.map((token) => ({
    ...apiTokenRecord(token, now),
    userId: token.userId,
    ip: token.from,
  }))
}
