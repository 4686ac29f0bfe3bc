import type { Pool } from 'pg'
import type { SharedMemory } from '#platform/access/shared-memory.ts'
import { databaseTime } from '#stores/postgresql/current-claim.ts'
import { type Ask, askOf } from './ask.ts'
import { createPostgresqlAttempts } from './postgresql-attempts.ts'
import { createPostgresqlNonces } from './postgresql-nonces.ts'
import { createPostgresqlWaitingLogins } from './postgresql-waiting-logins.ts'

const pruneEvery = 60_000
/** Rows removed at once; more wait for the next time. */
const pruneBatch = 50_000

/** Tables of which every server reads and writes single rows, each until its time of expiry. */
export function createSharedMemory(pool: Pool): SharedMemory & { close(): void } {
  const ask = askOf(pool)
  // Every server removes: whoever comes second finds nothing. One that cannot now tries again later.
  const timer = setInterval(() => void prune(ask).catch(() => {}), pruneEvery)
  timer.unref()
  return {
    nonces: createPostgresqlNonces(ask),
    attempts: createPostgresqlAttempts(ask),
    waitingLogins: createPostgresqlWaitingLogins(ask),
    close: () => clearInterval(timer),
  }
}

/** Removes expired rows; skips those that another server removes or counts up at this moment. */
export async function prune(ask: Ask): Promise<void> {
  for (const table of ['nonces', '"attemptCounts"', '"waitingLogins"']) {
    await ask(
      `delete from ${table} where ctid in (
        select ctid from ${table} where "expiresAt" <= ${databaseTime} limit $1 for update skip locked)`,
      [pruneBatch],
    )
  }
}
