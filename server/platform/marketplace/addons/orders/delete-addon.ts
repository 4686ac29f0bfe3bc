import { meterAddon } from '#platform/billing/usage/meter.ts'
import { refreshNetworkAccess } from '#platform/marketplace/addons/links/network-access.ts'
import { answerInTime } from '#platform/marketplace/addons/worker/answer-in-time.ts'
import { leaseOf } from '#platform/marketplace/addons/worker/lease.ts'
import type { ProviderContext } from '#platform/marketplace/providers/calls/call-provider.ts'
import type { AddonId } from '#platform/model/ids.ts'
import type { Addon } from '#platform/model/marketplace/addon.ts'
import type { Store } from '#platform/model/store.ts'
import { deprovision } from './deprovision.ts'

/**
 * Deletes an add-on: its links at once, the record once the provider has deprovisioned it. Returns the add-on if the
 * provider has not yet; it is retried until it has.
 */
export async function deleteAddon(
  platform: ProviderContext,
  { id }: Addon,
): Promise<Addon | undefined> {
  const { store, clock, provisioningQueue } = platform
  const dueAt = clock() + leaseOf(platform)
  const unlinked = await store.links.applicationsOf(id)
  const isThere = await store.transaction((inside) => beginDeletion(inside, id, clock(), dueAt))
  for (const applicationId of unlinked) await refreshNetworkAccess(platform, applicationId)
  if (!isThere) return undefined
  const deprovisioning = provisioningQueue.withLock(id, () => deprovision(platform, id))
  return answerInTime(platform, id, deprovisioning)
}

async function beginDeletion(
  store: Store,
  id: AddonId,
  now: number,
  dueAt: number,
): Promise<boolean> {
  const addon = await store.addons.find(id)
  if (!addon) return false
  if (addon.state === 'deleting') return true
  for (const applicationId of await store.links.applicationsOf(id)) {
    await store.links.remove(id, applicationId)
  }
  const ending = { state: 'CANCELLED', endedAt: now, message: 'The add-on was deleted.' } as const
  for (const { id: switchId, state } of await store.planSwitches.listOf(id)) {
    if (state === 'RUNNING') await store.planSwitches.end(switchId, ending)
  }
  const change = { state: 'deleting', trouble: '', attempts: 0, dueAt } as const
  const isDeleted = await store.addons.change(id, [addon.state], change)
  await meterAddon(store, id, now)
  return isDeleted
}
