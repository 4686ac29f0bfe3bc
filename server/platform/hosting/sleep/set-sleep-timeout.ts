import { getApplication } from '#platform/hosting/applications/find.ts'
import type { Platform } from '#platform/hosting/platform.ts'
import type { Application } from '#platform/model/hosting/application.ts'
import { Refusal } from '#platform/model/refusal.ts'
import { requireSleepable } from './require-sleepable.ts'

const minSleepTimeout = 60_000
const maxSleepTimeout = 7 * 86_400_000

/** Lets an application fall asleep after this long without a visitor, or never. One that sleeps already sleeps on. */
export async function setSleepTimeout(
  platform: Pick<Platform, 'store' | 'activator'>,
  { id }: Pick<Application, 'id'>,
  sleepTimeout: number | null,
): Promise<Application> {
  if (sleepTimeout !== null && !isPossibleSleepTimeout(sleepTimeout)) {
    throw new Refusal(
      'invalid',
      'The time without visitors must be between 1 minute and 7 days, in whole minutes.',
    )
  }
  return platform.store.transaction(async (inside) => {
    const application = await getApplication({ store: inside }, id)
    if (sleepTimeout !== null) await requireSleepable({ ...platform, store: inside }, application)
    await inside.applications.setSleep(id, { sleepTimeout })
    return { ...application, sleepTimeout }
  })
}

export const isPossibleSleepTimeout = (timeout: number): boolean =>
  timeout >= minSleepTimeout && timeout <= maxSleepTimeout && timeout % 60_000 === 0
