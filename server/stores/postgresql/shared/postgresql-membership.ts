import type { Membership, OwnServer } from '#platform/model/hosting/placement/shared-memory.ts'
import { databaseTime, isRecent } from '#stores/postgresql/current-claim.ts'
import type { Ask } from './ask.ts'
import { awayAfter } from './postgresql-placement.ts'

/** Nobody waits for its ack of what was stored while it was away; its router has to ack what is stored from its return on. */
const followedAt = `case when ${isRecent('servers."seenAt"', awayAfter)}
    then servers."followedAt" else ${databaseTime} end`

const join = `insert into servers
    ("id", "api", "bridge", "git", "cluster", "routedCluster", "seenAt", "followedAt")
  values ($1, $2, $3, $4, $5, $6, ${databaseTime}, ${databaseTime})
  on conflict ("id") do update set "api" = excluded."api", "bridge" = excluded."bridge",
    "git" = excluded."git", "cluster" = excluded."cluster", "seenAt" = excluded."seenAt",
    "routedCluster" = excluded."routedCluster", "followedAt" = ${followedAt}`

const heartbeat = `update servers set "seenAt" = ${databaseTime}, "followedAt" = ${followedAt} where "id" = $1`

/** Writes heartbeats of this server, with its addresses once they are known. */
export function createPostgresqlMembership(
  ask: Ask,
  serverId: string,
): Membership & { close(): void } {
  let timer: NodeJS.Timeout | undefined
  const repeat = async (write: () => Promise<unknown>) => {
    await write()
    clearInterval(timer)
    // A heartbeat that cannot be written makes this server away for the others; the next one is tried all the same.
    timer = setInterval(() => void write().catch(() => {}), awayAfter / 3)
    timer.unref()
  }
  return {
    async time() {
      const [row] = await ask(`select ${databaseTime} as now`, [])
      return Number(row?.now)
    },
    async list() {
      const rows = await ask('select "id", "cluster", "seenAt" from servers', [])
      return rows.map(({ id, cluster, seenAt }) => ({
        id: String(id),
        cluster: String(cluster),
        seenAt: Number(seenAt),
      }))
    },
    heartbeat: () => repeat(() => ask(heartbeat, [serverId])),
    join: ({ api, bridge, git, cluster, routedCluster }: OwnServer) =>
      repeat(() => ask(join, [serverId, api, bridge, git, cluster, routedCluster])),
    close: () => clearInterval(timer),
  }
}
