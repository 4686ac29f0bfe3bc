import { authorOf, recordEvent } from '#platform/events/record-event.ts'
import type { Platform } from '#platform/hosting/platform.ts'
import type { Application } from '#platform/model/hosting/application.ts'
import type { ApplicationId, AuthorId } from '#platform/model/ids.ts'
import type { Store } from '#platform/model/store.ts'

type Context = Pick<Platform, 'store' | 'clock'>

/** Makes a sleeping application awake, once its first instance serves. */
export function endSleep({ store, clock }: Context, id: ApplicationId): Promise<void> {
  return store.transaction(async (inside) => {
    const application = await inside.applications.find(id)
    if (!application || application.asleepSince === null) return
    await inside.applications.setSleep(id, { asleepSince: null, wakeRequestedAt: null })
    await recordSleepEvent(inside, application, { name: 'APPLICATION_WAKE', date: clock() })
  })
}

/** Lets an application sleep on that could not be started; the next visitor tries again. */
export async function cancelWake(
  { store }: Pick<Platform, 'store'>,
  id: ApplicationId,
): Promise<void> {
  await store.transaction(async (inside) => {
    const application = await inside.applications.find(id)
    if (!application || application.wakeRequestedAt === null) return
    await inside.applications.setSleep(id, { wakeRequestedAt: null })
  })
}

/** Stores the event of a sleep that begins or ends; without an author, the platform or a visitor did it. */
export async function recordSleepEvent(
  store: Store,
  { id, ownerId, name: applicationName }: Application,
  event: { name: 'APPLICATION_SLEEP' | 'APPLICATION_WAKE'; date: number; authorId?: AuthorId },
): Promise<void> {
  const { name, date, authorId = '' } = event
  await recordEvent(store, {
    ownerId,
    date,
    name,
    subjectId: id,
    data: {
      id,
      appId: id,
      name: applicationName,
      ownerId,
      author: await authorOf(store, ownerId, authorId),
    },
  })
}
