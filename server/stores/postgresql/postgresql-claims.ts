import type { Pool } from 'pg'
import { type Clock, monotonicClock } from '#kit/concurrency/clock.ts'
import type { Claims } from '#platform/model/claims.ts'
import { databaseTime, type HeldClaim, runUnder } from './current-claim.ts'
import { asStoreError } from './unavailable.ts'

export interface ClaimOptions {
  serverId: string
  /** Milliseconds after which a claim that is not renewed is lost. */
  lease?: number
  monotonic?: Clock
}

export interface PostgresqlClaims extends Claims {
  /** Gives all claims up. */
  close(): Promise<void>
}

const defaultLease = 15_000

interface SeenClaim {
  token: number
  expiresAt: number
  since: number
}

/**
 * Takes a claim that is free, of this server before its restart, or still in the state that this server has seen for a
 * whole lease. One transaction after another takes claims, by the lock of all transactions: a holder whose transaction
 * has begun ends it before it loses its claim.
 */
const take = (lock: number) => `
  with locked as materialized (select pg_advisory_xact_lock(${lock}))
  insert into claims ("name", "holder", "token", "expiresAt")
  select $1, $2, 1, ${databaseTime} + $3 from locked
  on conflict ("name") do update
  set "holder" = excluded."holder", "token" = claims."token" + 1, "expiresAt" = excluded."expiresAt"
  where claims."expiresAt" = 0 or claims."holder" = excluded."holder"
    or (claims."token" = $4 and claims."expiresAt" = $5)
  returning "token"`

/** Each renewal changes the row, even if the clock of the database was set back: others look for that change. */
const renew = `update claims set "expiresAt" = greatest("expiresAt" + 1, ${databaseTime} + $2)
  where "holder" = $1 and "expiresAt" > 0 and "name" = any($3::text[]) returning "name", "token"`

const look = `select "token", "expiresAt" from claims where "name" = $1`

const release = `update claims set "expiresAt" = 0 where "name" = $1 and "token" = $2`

export function createPostgresqlClaims(
  pool: Pool,
  transactionLock: number,
  { serverId, lease = defaultLease, monotonic = monotonicClock }: ClaimOptions,
): PostgresqlClaims {
  const held = new Map<string, HeldClaim>()
  /** Claims of others, since when they are in the state that was seen last. */
  const seen = new Map<string, SeenClaim>()
  const ask = async (text: string, values: unknown[]) => {
    try {
      return (await pool.query(text, values)).rows as Record<string, unknown>[]
    } catch (error) {
      throw asStoreError(error)
    }
  }
  /** Not renewed for a whole lease, by the clock of this server: clocks of others, and the database's, may have been set. */
  const staleClaim = (name: string): SeenClaim | undefined => {
    const claim = seen.get(name)
    return claim && monotonic() - claim.since >= lease ? claim : undefined
  }
  const observe = async (name: string) => {
    const [row] = await ask(look, [name])
    const now = { token: Number(row?.token), expiresAt: Number(row?.expiresAt) }
    const before = seen.get(name)
    if (before?.token === now.token && before.expiresAt === now.expiresAt) return
    seen.set(name, { ...now, since: monotonic() })
  }
  const acquire = async (name: string): Promise<HeldClaim | undefined> => {
    const known = held.get(name)
    if (known && !known.isLost) return known
    const stale = staleClaim(name)
    const values = [name, serverId, lease, stale?.token ?? 0, stale?.expiresAt ?? 0]
    const [row] = await ask(take(transactionLock), values)
    if (!row) {
      await observe(name)
      return undefined
    }
    seen.delete(name)
    const claim = { name, token: Number(row.token), isLost: false }
    held.set(name, claim)
    return claim
  }
  const drop = (claim: HeldClaim) => {
    claim.isLost = true
    if (held.get(claim.name) === claim) held.delete(claim.name)
  }
  const renewAll = async () => {
    if (held.size === 0) return
    const rows = await ask(renew, [serverId, lease, [...held.keys()]])
    const renewed = new Map(rows.map((row) => [row.name, Number(row.token)]))
    for (const claim of held.values()) if (renewed.get(claim.name) !== claim.token) drop(claim)
  }
  // A renewal that fails is repeated; a claim that expires meanwhile may still be ours when nobody took it.
  const timer = setInterval(() => void renewAll().catch(() => {}), lease / 3)
  timer.unref()

  const run = async <T>(claim: HeldClaim, work: () => Promise<T>) => ({
    result: await runUnder(claim, work),
  })
  return {
    serverId,
    isShared: true,
    async lead(name, work) {
      const claim = await acquire(name)
      return claim && run(claim, work)
    },
    async during(name, work) {
      const claim = await acquire(name)
      if (!claim) return undefined
      try {
        return await run(claim, work)
      } finally {
        drop(claim)
        // What cannot be given up now expires.
        await ask(release, [claim.name, claim.token]).catch(() => {})
      }
    },
    async close() {
      clearInterval(timer)
      for (const claim of [...held.values()]) {
        drop(claim)
        await ask(release, [claim.name, claim.token]).catch(() => {})
      }
    },
  }
}
