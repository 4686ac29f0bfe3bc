import type { Kysely } from 'kysely'
import type { Tables } from './tables.ts'

const tables = ['invitations', 'mailedKeys', 'requestTokens', 'accessTokens', 'sessions'] as const

/** An API token is shown as expired for a while before it is forgotten. */
const apiTokensShown = 30 * 24 * 3_600_000

export async function removeExpired(db: Kysely<Tables>, date: number): Promise<void> {
  for (const table of tables) {
    await db.deleteFrom(table).where('expiresAt', '<', date).execute()
  }
  await db
    .deleteFrom('apiTokens')
    .where('expiresAt', '<', date - apiTokensShown)
    .execute()
}
