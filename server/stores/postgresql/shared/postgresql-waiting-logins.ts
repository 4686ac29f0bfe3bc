import { digestOf } from '#kit/crypto/digest.ts'
import {
  maxLoginAge,
  shownMachine,
  type WaitingLogin,
  type WaitingLogins,
} from '#platform/model/identity/access/waiting-logins.ts'
import { databaseTime } from '#stores/postgresql/current-claim.ts'
import type { Ask } from './ask.ts'

/** Begins a new row where an expired one has not been removed yet. */
const note = `insert into "waitingLogins" as login
  ("tokenDigest", "machine", "address", "startedAt", "isCancelled", "expiresAt")
  values ($1, $2, $3, ${databaseTime}, 0, ${databaseTime} + $4)
  on conflict ("tokenDigest") do update set "machine" = excluded."machine", "address" = excluded."address",
    "startedAt" = excluded."startedAt", "isCancelled" = 0, "expiresAt" = excluded."expiresAt"
  where login."expiresAt" <= ${databaseTime}`

const find = `select "machine", "address", "startedAt", "isCancelled" from "waitingLogins"
  where "tokenDigest" = $1 and "expiresAt" > ${databaseTime}`

const cancel = `insert into "waitingLogins"
  ("tokenDigest", "machine", "address", "startedAt", "isCancelled", "expiresAt")
  values ($1, '', '', ${databaseTime}, 1, ${databaseTime} + $2)
  on conflict ("tokenDigest") do update set "isCancelled" = 1, "expiresAt" = excluded."expiresAt"`

/** Tools that wait for their login at any server. */
export const createPostgresqlWaitingLogins = (ask: Ask): WaitingLogins => ({
  async note(cliToken, { machine, address }) {
    await ask(note, [digestOf(cliToken), shownMachine(machine), address, maxLoginAge])
  },
  async find(cliToken) {
    const [row] = await ask(find, [digestOf(cliToken)])
    if (!row) return undefined
    return { ...(row as unknown as WaitingLogin), isCancelled: row.isCancelled === 1 }
  },
  async cancel(cliToken) {
    await ask(cancel, [digestOf(cliToken), maxLoginAge])
  },
})
