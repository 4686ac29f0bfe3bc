import { hash } from 'node:crypto'
import type { AttemptCounts, AttemptKeys } from '#platform/model/identity/limits/attempt-counts.ts'
import { databaseTime } from '#stores/postgresql/current-claim.ts'
import type { Ask } from './ask.ts'

/** How long a pair of account and address that logged in is recognised, in milliseconds. */
const recognisedFor = 90 * 24 * 3_600_000

/** Counts a key up, or from one again after its window. */
const countUp = `on conflict ("key") do update set
  "count" = case when "attemptCounts"."expiresAt" <= ${databaseTime} then 1 else "attemptCounts"."count" + 1 end,
  "expiresAt" = case when "attemptCounts"."expiresAt" <= ${databaseTime} then excluded."expiresAt" else "attemptCounts"."expiresAt" end
  returning "count"`

/** Each key is counted only if the one before has not too many: a flood from one address leaves the account alone. */
const add = `
  with site as (
    insert into "attemptCounts" ("key", "count", "expiresAt") values ($1, 1, ${databaseTime} + $9) ${countUp}
  ), address as (
    insert into "attemptCounts" ("key", "count", "expiresAt")
    select $2, 1, ${databaseTime} + $9 from site where "count" <= $5 ${countUp}
  ), pair as (
    insert into "attemptCounts" ("key", "count", "expiresAt")
    select $3, 1, ${databaseTime} + $9 from address where "count" <= $6 ${countUp}
  ), known as (
    select 1 from "attemptCounts" where "key" = $10 and "expiresAt" > ${databaseTime}
  ), account as (
    insert into "attemptCounts" ("key", "count", "expiresAt")
    select $4, 1, ${databaseTime} + $9 from pair where "count" <= $7 and not exists (select from known) ${countUp}
  )
  select coalesce((select "count" <= $7 from pair), false)
    and (exists (select from known) or coalesce((select "count" <= $8 from account), false)) as "isAllowed"`

/** Locks the rows in the order of `add`, because two statements would wait for each other otherwise. */
const forgive = `
  with known as (
    select 1 from "attemptCounts" where "key" = $5 and "expiresAt" > ${databaseTime}
  ), counted as (
    select "key" from "attemptCounts"
    where "key" in ($1, $2, $3) or ("key" = $4 and not exists (select from known))
    order by "key" for update
  )
  update "attemptCounts" set "count" = greatest("count" - 1, 0)
  where "key" in (select "key" from counted)`

const recognise = `insert into "attemptCounts" ("key", "count", "expiresAt")
  values ($1, 1, ${databaseTime} + $2)
  on conflict ("key") do update set "expiresAt" = excluded."expiresAt"`

/** Counts of all servers: one statement for each attempt. Addresses and accounts are only there as digests. */
export function createPostgresqlAttempts(ask: Ask): AttemptCounts {
  return {
    async add({ attempt, window, keys, most }) {
      const limits = [most.site, most.address, most.both, most.account]
      const values = [...rowKeysOf(attempt, keys), ...limits, window, recognisedKey(keys.both)]
      const [row] = await ask(add, values)
      return row?.isAllowed === true
    },
    async forgive(attempt, keys) {
      await ask(forgive, [...rowKeysOf(attempt, keys), recognisedKey(keys.both)])
    },
    async recognise(both) {
      await ask(recognise, [recognisedKey(both), recognisedFor])
    },
  }
}

/** The number in front gives rows the order in which they are counted. */
const rowKeysOf = (attempt: string, { site, address, both, account }: AttemptKeys): string[] =>
  [site, address, both, account].map((key, at) => `${at} ${digest(attempt, key)}`)

const recognisedKey = (both: string) => `recognised ${digest('recognised', both)}`

const digest = (attempt: string, key: string) =>
  hash('sha256', JSON.stringify([attempt, key]), 'base64url')
