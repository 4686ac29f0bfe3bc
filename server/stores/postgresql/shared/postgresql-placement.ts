import {
  type PeerServer,
  type Placement,
  takeoverAfter,
} from '#platform/model/hosting/placement/placement.ts'
import { isRecent } from '#stores/postgresql/current-claim.ts'
import type { Ask } from './ask.ts'

/** Milliseconds without a heartbeat after which a server is away; it sends three in that time. */
export const awayAfter = 15_000

const find = `select homes."serverId" as id, coalesce("api", '') as api, coalesce("bridge", '') as bridge,
    coalesce("git", '') as git, not ${isRecent('coalesce("seenAt", 0)', '$2')} as "isAway"
  from homes left join servers on servers."id" = homes."serverId" where "name" = $1`

/** Only the holder of the claim may move the application; a server that lost it meanwhile finds another holder or server. */
const takeOver = `update homes set "serverId" = $2 where "name" = $1 and "serverId" = $3
  and not exists (select 1 from servers where "id" = $3 and ${isRecent('"seenAt"', '$4')})
  and exists (select 1 from claims where "name" = $1 and "holder" = $2 and "expiresAt" > 0)
  returning "name"`

/** Assignments as rows of `homes`. They are read each time: one look at a primary key. */
export function createPostgresqlPlacement(ask: Ask, serverId: string): Placement {
  const serverOf = async (workload: string) => {
    const [row] = await ask(find, [workload, awayAfter])
    return row as PeerServer | undefined
  }
  const isLocal = async (workload: string) => (await serverOf(workload))?.id === serverId
  return {
    isLocal,
    async assign(workload) {
      const text = `insert into homes ("name", "serverId") values ($1, $2) on conflict do nothing`
      await ask(text, [workload, serverId])
      return isLocal(workload)
    },
    async remoteServerOf(workload) {
      const server = await serverOf(workload)
      return server?.id === serverId ? undefined : server
    },
    async assignments() {
      const rows = await ask('select "name", "serverId" from homes', [])
      return new Map(rows.map(({ name, serverId: id }) => [String(name), String(id)]))
    },
    async remoteIds() {
      const rows = await ask('select "name" from homes where "serverId" <> $1', [serverId])
      return new Set(rows.map(({ name }) => String(name)))
    },
    async unassign(workload) {
      await ask('delete from homes where "name" = $1', [workload])
    },
    async takeOver(applicationId, from) {
      const moved = await ask(takeOver, [applicationId, serverId, from, takeoverAfter])
      return moved.length === 1
    },
  }
}
