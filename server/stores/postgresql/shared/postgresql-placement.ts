import {
  type Homes,
  type OtherServer,
  takeoverAfter,
} from '#platform/model/hosting/placement/placement.ts'
import { isRecent } from '#stores/postgresql/current-claim.ts'
import type { Ask } from './ask.ts'

/** Milliseconds after which a server that was not seen is away; it says that it is there every third of that. */
export const awayAfter = 15_000

const find = `select homes."serverId" as id, coalesce("api", '') as api, coalesce("bridge", '') as bridge,
    coalesce("git", '') as git, not ${isRecent('coalesce("seenAt", 0)', '$2')} as "isAway"
  from homes left join servers on servers."id" = homes."serverId" where "name" = $1`

/** The holder of the claim alone may move the application; whoever lost it meanwhile finds another holder or home. */
const takeOver = `update homes set "serverId" = $2 where "name" = $1 and "serverId" = $3
  and not exists (select 1 from servers where "id" = $3 and ${isRecent('"seenAt"', '$4')})
  and exists (select 1 from claims where "name" = $1 and "holder" = $2 and "expiresAt" > 0)
  returning "name"`

/** Homes as rows. They are read each time: one look at a primary key. */
export function createPostgresqlHomes(ask: Ask, serverId: string): Homes {
  const homeOf = async (resident: string) => {
    const [row] = await ask(find, [resident, awayAfter])
    return row as OtherServer | undefined
  }
  const isHere = async (resident: string) => (await homeOf(resident))?.id === serverId
  return {
    isHere,
    async settle(resident) {
      const text = `insert into homes ("name", "serverId") values ($1, $2) on conflict do nothing`
      await ask(text, [resident, serverId])
      return isHere(resident)
    },
    async elsewhere(resident) {
      const home = await homeOf(resident)
      return home?.id === serverId ? undefined : home
    },
    async all() {
      const rows = await ask('select "name", "serverId" from homes', [])
      return new Map(rows.map(({ name, serverId: id }) => [String(name), String(id)]))
    },
    async allElsewhere() {
      const rows = await ask('select "name" from homes where "serverId" <> $1', [serverId])
      return new Set(rows.map(({ name }) => String(name)))
    },
    async leave(resident) {
      await ask('delete from homes where "name" = $1', [resident])
    },
    async takeOver(applicationId, from) {
      const moved = await ask(takeOver, [applicationId, serverId, from, takeoverAfter])
      return moved.length === 1
    },
  }
}
