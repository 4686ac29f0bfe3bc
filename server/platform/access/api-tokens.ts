import { digestOf } from '#kit/digest.ts'
import type { Caller } from '#platform/access/caller.ts'
import { everyRight } from '#platform/access/rights.ts'
import type { Platform } from '#platform/platform.ts'

/** How far the date of the last use may lag behind. */
const useNotedEvery = 600_000

/** The user of an API token that is neither revoked nor expired. */
export async function callerByApiToken(
  { store, clock }: Pick<Platform, 'store' | 'clock'>,
  text: string,
): Promise<Caller | undefined> {
  const token = await store.apiTokens.findByDigest(digestOf(text))
  const now = clock()
  if (!token || token.expiresAt <= now) return undefined
  if (now - token.lastUsedAt > useNotedEvery) await store.apiTokens.noteUse(token.id, now)
  return {
    userId: token.userId,
    credential: 'api token',
    credentialId: token.id,
    rights: everyRight,
  }
}
