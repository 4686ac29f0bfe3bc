import { sleep } from '#kit/concurrency/timeout.ts'
import type { RouteAcks, Stored } from '#platform/model/hosting/placement/route-acks.ts'
import { databaseTime, isRecent } from '#stores/postgresql/current-claim.ts'
import type { Ask } from './ask.ts'
import { awayAfter } from './postgresql-placement.ts'

/** Much longer than any drain; what a crash has left is of no use then. */
const maxDrainAge = 86_400_000

/**
 * Its return after an absence may have been stored since the round began. A time in the future was stored before the clock
 * of the database was set back.
 */
const ack = `update servers set "unconfirmed" = $3, "followedAt" =
    case when "followedAt" > ${databaseTime} then $2::bigint else greatest("followedAt", $2::bigint) end
  where "id" = $1`

/** While a server has the claim of the edges, no other one can tell them what it does not. */
const commandsEdges = `exists (select 1 from claims
  where "name" = 'edges' and "holder" = servers."id" and "expiresAt" > 0)`
const others = `"id" <> $1 and (${isRecent('"seenAt"', awayAfter)} or ${commandsEdges})
  and ($4::text is null or "routedCluster" = $4)`
/** A server whose follower has been stuck for longer than anybody waits is not waited for. */
const isFollowing = `"followedAt" > ${databaseTime} - $5::bigint`
/** Ids have no spaces. */
const isConfirmed = `($3::text is null or not $3 = any(string_to_array("unconfirmed", ' ')))`
const hasAcked = `"followedAt" > $2 and "followedAt" <= ${databaseTime} and ${isConfirmed}`

const behind = `select 1 from servers where ${others} and ${isFollowing} and not (${hasAcked}) limit 1`

/** Followers listen to writes of instances. */
const wake = `select pg_notify('berth', 'instances')`

const ackDrained = `insert into "routerDrains" ("instanceId", "serverId", "expiresAt")
  select "instanceId", $1, ${databaseTime} + $3::bigint from unnest($2::text[]) as drained("instanceId")
  on conflict do nothing`

/** A router that has not acked the route does not drain either. */
const draining = `select 1 from servers, unnest($5::text[]) as stopping("instanceId")
  where ${others} and ${hasAcked} and not exists (
    select 1 from "routerDrains"
    where "routerDrains"."serverId" = servers."id" and "routerDrains"."instanceId" = stopping."instanceId")
  limit 1`

/** Acks as columns of `servers`, and one row for each drained instance and server, until it expires. */
export const createPostgresqlRouteAcks = (ask: Ask, serverId: string): RouteAcks => ({
  async barrier() {
    const [row] = await ask(`select ${databaseTime} as now`, [])
    // Times are whole milliseconds: a round that is woken now begins in a later one.
    await sleep(2)
    await ask(wake, [])
    return Number(row?.now)
  },
  async ack(time, unconfirmed) {
    await ask(ack, [serverId, time, unconfirmed.join(' ')])
  },
  async allAcked(stored, timeout) {
    return (await ask(behind, [serverId, ...valuesOf(stored), timeout])).length === 0
  },
  async ackDrained(instanceIds) {
    await ask(ackDrained, [serverId, instanceIds, maxDrainAge])
  },
  async allDrained(stored, instanceIds) {
    return (await ask(draining, [serverId, ...valuesOf(stored), instanceIds])).length === 0
  },
})

/** Without an application, all routers and everything stored. */
const valuesOf = (stored: Stored) =>
  'applicationId' in stored
    ? [stored.since, stored.applicationId, stored.cluster]
    : [stored.since, null, null]
