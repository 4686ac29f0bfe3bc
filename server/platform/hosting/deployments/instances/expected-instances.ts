import type { Platform } from '#platform/hosting/platform.ts'
import type { Application } from '#platform/model/hosting/application.ts'
import type {
  ExpectedInstances,
  PreparedInstance,
} from '#platform/model/hosting/instances/prepared-instance.ts'
import type { ApplicationId } from '#platform/model/ids.ts'
import { prepareInstance } from './prepared-instance.ts'

/** From the begin of a push to that of its deployment; longer is only a deployment that waits in the queue. */
const usualTime = 5000
/** Pushes of this many applications at the same moment. */
const maxExpected = 8

interface Expected {
  /** As it was when the push began. */
  application: Application
  prepared: PreparedInstance
}

/** `keepFor` is how long an instance waits for its deployment, in milliseconds. */
export function createExpectedInstances(
  platform: () => Pick<Platform, 'engine' | 'placement' | 'store'>,
  keepFor = usualTime,
): ExpectedInstances {
  const expected = new Map<
    ApplicationId,
    { preparing: Promise<Expected | undefined>; timer: NodeJS.Timeout }
  >()
  let isClosed = false

  const prepare = async (applicationId: ApplicationId): Promise<Expected | undefined> => {
    const { placement, store } = platform()
    if (!(await placement.isLocal(applicationId))) return undefined
    const application = await store.applications.find(applicationId)
    return application && { application, prepared: prepareInstance(platform(), application) }
  }
  const remove = (applicationId: ApplicationId) => {
    const found = expected.get(applicationId)
    clearTimeout(found?.timer)
    expected.delete(applicationId)
    return found?.preparing
  }
  const free = async (applicationId: ApplicationId) => {
    const found = await remove(applicationId)
    await found?.prepared[Symbol.asyncDispose]()
  }

  return {
    begin() {},
    expect(applicationId) {
      if (isClosed || expected.has(applicationId) || expected.size >= maxExpected) return
      const preparing = prepare(applicationId).catch(() => undefined)
      const timer = setTimeout(() => void free(applicationId).catch(() => {}), keepFor).unref()
      expected.set(applicationId, { preparing, timer })
    },
    async take(application) {
      const found = await remove(application.id)
      // The control groups are those of the owner.
      if (found?.application.ownerId === application.ownerId) return found.prepared
      await found?.prepared[Symbol.asyncDispose]()
      return prepareInstance(platform(), application)
    },
    async close() {
      isClosed = true
      await Promise.allSettled([...expected.keys()].map(free))
    },
  }
}
