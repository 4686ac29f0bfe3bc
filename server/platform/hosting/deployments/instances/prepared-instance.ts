import { randomUUID } from 'node:crypto'
import type { Platform } from '#platform/hosting/platform.ts'
import { quotaAccountOf } from '#platform/identity/quotas.ts'
import type { Application } from '#platform/model/hosting/application.ts'
import type { PreparedInstance } from '#platform/model/hosting/instances/prepared-instance.ts'
import type { InstanceId } from '#platform/model/ids.ts'
import { limitsOf } from './instances.ts'

/** Begins to prepare an instance. One that cannot be prepared is set up by its start, which tells why it cannot be. */
export function prepareInstance(
  { engine, store }: Pick<Platform, 'engine' | 'store'>,
  { id: applicationId, number, ownerId, currentFlavor }: Application,
): PreparedInstance {
  let instanceId: InstanceId | undefined = randomUUID()
  const prepare = async (instanceId: InstanceId) => {
    const account = await quotaAccountOf(store, ownerId)
    const order = { instanceId, applicationId, applicationNumber: number, ownerId: account }
    await engine.prepare?.({ ...order, limits: limitsOf(currentFlavor) })
  }
  const preparing = prepare(instanceId).catch(() => {})
  const take = () => {
    const taken = instanceId
    instanceId = undefined
    return taken
  }
  return {
    take,
    async [Symbol.asyncDispose]() {
      const left = take()
      if (left === undefined || !engine.prepare) return
      await preparing
      await engine.stop(left, 0)
    },
  }
}
