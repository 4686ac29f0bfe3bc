import type { OwnServer, Presence } from '#platform/model/hosting/placement/shared-memory.ts'
import { databaseTime, isRecent } from '#stores/postgresql/current-claim.ts'
import type { Ask } from './ask.ts'
import { awayAfter } from './postgresql-placement.ts'

/** What was stored while a server was away nobody waits for; what is stored from its return on its router has to follow. */
const followedAt = `case when ${isRecent('servers."seenAt"', awayAfter)}
    then servers."followedAt" else ${databaseTime} end`

const appear = `insert into servers
    ("id", "api", "bridge", "git", "cluster", "routedCluster", "seenAt", "followedAt")
  values ($1, $2, $3, $4, $5, $6, ${databaseTime}, ${databaseTime})
  on conflict ("id") do update set "api" = excluded."api", "bridge" = excluded."bridge",
    "git" = excluded."git", "cluster" = excluded."cluster", "seenAt" = excluded."seenAt",
    "routedCluster" = excluded."routedCluster", "followedAt" = ${followedAt}`

const stir = `update servers set "seenAt" = ${databaseTime}, "followedAt" = ${followedAt} where "id" = $1`

/** Tells the other servers, again and again, that this one is there and where. */
export function createPresence(ask: Ask, serverId: string): Presence & { close(): void } {
  let timer: NodeJS.Timeout | undefined
  const repeat = async (tell: () => Promise<unknown>) => {
    await tell()
    clearInterval(timer)
    // A server that cannot tell it now is away for the others, and tells it again.
    timer = setInterval(() => void tell().catch(() => {}), awayAfter / 3)
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
    stir: () => repeat(() => ask(stir, [serverId])),
    appear: ({ api, bridge, git, cluster, routedCluster }: OwnServer) =>
      repeat(() => ask(appear, [serverId, api, bridge, git, cluster, routedCluster])),
    close: () => clearInterval(timer),
  }
}
