import { endpoint } from '#api/http/endpoint.ts'
import { type Infer, integer, nullable, object, oneOf, string } from '#kit/schema.ts'
import { getApplication } from '#platform/hosting/applications/find.ts'
import { fallAsleep } from '#platform/hosting/sleep/fall-asleep.ts'
import { setSleepTimeout } from '#platform/hosting/sleep/set-sleep-timeout.ts'
import { wakeWithin } from '#platform/hosting/sleep/wake-within.ts'
import type { Application } from '#platform/model/hosting/application.ts'
import type { Platform } from '#platform/platform.ts'

const path = '/v4/berth/organisations/:ownerId/applications/:applicationId' as const

/** Whether an application sleeps, and when it will; dates are ISO 8601. */
const sleepAnswer = object({
  state: oneOf('awake', 'asleep', 'waking'),
  /** Minutes without a visitor after which it falls asleep; `null` for never. */
  minutes: nullable(integer),
  /** `null` while it is awake. */
  asleepSince: nullable(string),
  /** To the minute; `null` when no visit is known. */
  lastVisitAt: nullable(string),
})

const getSleep = endpoint({
  method: 'GET',
  path: `${path}/sleep`,
  access: { on: 'application', may: 'see' },
  summary:
    'Shows whether an application sleeps, and after how many minutes without a visitor it does',
  answer: sleepAnswer,
  handle: ({ platform, application }) => recordOf(platform, application),
})

const putSleep = endpoint({
  method: 'PUT',
  path: `${path}/sleep`,
  access: { on: 'application', may: 'operate' },
  action: 'application.change',
  summary: 'Lets an application fall asleep after minutes without a visitor, or never',
  body: object({
    /** 1 to 10080; 0 for never. */
    minutes: integer,
  }),
  answer: sleepAnswer,
  async handle({ platform, application, body: { minutes } }) {
    const timeout = minutes === 0 ? null : minutes * 60_000
    return recordOf(platform, await setSleepTimeout(platform, application, timeout))
  },
})

const postSleep = endpoint({
  method: 'POST',
  path: `${path}/sleep`,
  access: { on: 'application', may: 'operate' },
  action: 'application.sleep',
  summary: 'Puts an application to sleep now; the next visitor wakes it',
  answer: sleepAnswer,
  async handle({ platform, application, caller }) {
    const { userId: authorId } = caller
    return recordOf(platform, await fallAsleep(platform, application.id, { authorId }))
  },
})

const postWake = endpoint({
  method: 'POST',
  path: `${path}/wake`,
  access: { on: 'application', may: 'operate' },
  action: 'application.wake',
  summary: 'Wakes an application that sleeps, and answers once it serves, or after half a minute',
  answer: sleepAnswer,
  async handle({ platform, application }) {
    await wakeWithin(platform, application.id, 30_000)
    return recordOf(platform, await getApplication(platform, application.id))
  },
})

export const sleepEndpoints = [getSleep, putSleep, postSleep, postWake]

async function recordOf(
  { store }: Pick<Platform, 'store'>,
  { id, sleepTimeout, asleepSince, wakeRequestedAt }: Application,
): Promise<Infer<typeof sleepAnswer>> {
  const lastVisitAt = await store.visits.find(id)
  const state = wakeRequestedAt === null ? 'asleep' : 'waking'
  return {
    state: asleepSince === null ? 'awake' : state,
    minutes: sleepTimeout === null ? null : Math.ceil(sleepTimeout / 60_000),
    asleepSince: asleepSince === null ? null : new Date(asleepSince).toISOString(),
    lastVisitAt: lastVisitAt === undefined ? null : new Date(lastVisitAt).toISOString(),
  }
}
