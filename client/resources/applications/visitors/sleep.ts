import type { Connection } from '#client/http/connection.ts'
import { path } from '#client/http/path.ts'
import type { ApplicationAddress } from '#client/resources/applications/application-address.ts'

/** Whether an application sleeps, and when it will; dates are ISO 8601. */
export interface Sleep {
  state: 'awake' | 'asleep' | 'waking'
  /** Minutes without a visitor after which it falls asleep; `null` for never. */
  minutes: number | null
  asleepSince: string | null
  /** To the minute; `null` when no visit is known. */
  lastVisitAt: string | null
}

const of = ({ id, ownerId }: ApplicationAddress) =>
  path`/v4/berth/organisations/${ownerId}/applications/${id}/sleep`

const wakeOf = ({ id, ownerId }: ApplicationAddress) =>
  path`/v4/berth/organisations/${ownerId}/applications/${id}/wake`

export const sleep = ({ ask }: Connection) => ({
  get: (application: ApplicationAddress) => ask<Sleep>({ method: 'GET', path: of(application) }),
  /** Lets it fall asleep after minutes without a visitor; 0 for never. */
  after: (application: ApplicationAddress, minutes: number) =>
    ask<Sleep>({ method: 'PUT', path: of(application), body: { minutes } }),
  now: (application: ApplicationAddress) => ask<Sleep>({ method: 'POST', path: of(application) }),
  wake: (application: ApplicationAddress) =>
    ask<Sleep>({ method: 'POST', path: wakeOf(application) }),
})
