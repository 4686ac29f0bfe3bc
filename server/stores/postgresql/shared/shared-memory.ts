import type { Pool } from 'pg'
import type { Vault } from '#kit/crypto/vault.ts'
import type { SharedMemory } from '#platform/model/hosting/placement/shared-memory.ts'
import { databaseTime } from '#stores/postgresql/current-claim.ts'
import { type Ask, askOf } from './ask.ts'
import { createPostgresqlAttempts } from './postgresql-attempts.ts'
import { createPostgresqlChallenges } from './postgresql-challenges.ts'
import { createPostgresqlMembership } from './postgresql-membership.ts'
import { createPostgresqlNonces } from './postgresql-nonces.ts'
import { createPostgresqlPlacement } from './postgresql-placement.ts'
import { createPostgresqlRouteAcks } from './postgresql-route-acks.ts'
import { createSharedFiles } from './postgresql-shared-files.ts'
import { createPostgresqlWaitingLogins } from './postgresql-waiting-logins.ts'

const pruneEvery = 60_000
/** Rows removed at once; more wait for the next time. */
const pruneBatch = 50_000
const expiring = [
  'nonces',
  '"attemptCounts"',
  '"waitingLogins"',
  '"acmeChallenges"',
  '"routerDrains"',
]

/** Tables of which every server reads and writes single rows, each until its time of expiry. */
export function createSharedMemory(
  pool: Pool,
  vault: Vault,
  serverId: string,
): SharedMemory & { close(): void } {
  const ask = askOf(pool)
  // Every server prunes: the second one finds nothing. One that fails tries again at the next interval.
  const timer = setInterval(() => void prune(ask).catch(() => {}), pruneEvery)
  timer.unref()
  const membership = createPostgresqlMembership(ask, serverId)
  return {
    nonces: createPostgresqlNonces(ask),
    attempts: createPostgresqlAttempts(ask),
    waitingLogins: createPostgresqlWaitingLogins(ask),
    placement: createPostgresqlPlacement(ask, serverId),
    membership,
    routeAcks: createPostgresqlRouteAcks(ask, serverId),
    files: createSharedFiles(ask, vault),
    challenges: createPostgresqlChallenges(ask, vault),
    close() {
      clearInterval(timer)
      membership.close()
    },
  }
}

/** Removes expired rows; skips those that another server removes or counts up at this moment. */
export async function prune(ask: Ask): Promise<void> {
  for (const table of expiring) {
    await ask(
      `delete from ${table} where ctid in (
        select ctid from ${table} where "expiresAt" <= ${databaseTime} limit $1 for update skip locked)`,
      [pruneBatch],
    )
  }
}
