import type { OwnServer, Presence } from '#platform/servers/shared-memory.ts'
import { databaseTime } from '#stores/postgresql/current-claim.ts'
import type { Ask } from './ask.ts'
import { awayAfter } from './postgresql-homes.ts'

const appear = `insert into servers ("id", "api", "bridge", "git", "cluster", "seenAt")
  values ($1, $2, $3, $4, $5, ${databaseTime})
  on conflict ("id") do update set "api" = excluded."api", "bridge" = excluded."bridge",
    "git" = excluded."git", "cluster" = excluded."cluster", "seenAt" = excluded."seenAt"`

const stir = `update servers set "seenAt" = ${databaseTime} where "id" = $1`

const behind = `select 1 from servers
  where "id" <> $1 and "followedAt" < $2 and "seenAt" > ${databaseTime} - $3 limit 1`

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
    async noteFollowed(time) {
      await ask('update servers set "followedAt" = $2 where "id" = $1', [serverId, time])
    },
    async haveOthersFollowed(time) {
      return (await ask(behind, [serverId, time, awayAfter])).length === 0
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
    appear: ({ api, bridge, git, cluster }: OwnServer) =>
      repeat(() => ask(appear, [serverId, api, bridge, git, cluster])),
    close: () => clearInterval(timer),
  }
}
