import type { OwnServer, Presence } from '#platform/servers/shared-memory.ts'
import { databaseTime } from '#stores/postgresql/current-claim.ts'
import type { Ask } from './ask.ts'
import { awayAfter } from './postgresql-homes.ts'

const appear = `insert into servers ("id", "api", "bridge", "git", "seenAt")
  values ($1, $2, $3, $4, ${databaseTime})
  on conflict ("id") do update set "api" = excluded."api", "bridge" = excluded."bridge",
    "git" = excluded."git", "seenAt" = excluded."seenAt"`

/** Tells the other servers, again and again, that this one is there and where. */
export function createPresence(ask: Ask, serverId: string): Presence & { close(): void } {
  let timer: NodeJS.Timeout | undefined
  return {
    async appear({ api, bridge, git }: OwnServer) {
      const tell = () => ask(appear, [serverId, api, bridge, git])
      await tell()
      clearInterval(timer)
      // A server that cannot tell it now is away for the others, and tells it again.
      timer = setInterval(() => void tell().catch(() => {}), awayAfter / 3)
      timer.unref()
    },
    close: () => clearInterval(timer),
  }
}
