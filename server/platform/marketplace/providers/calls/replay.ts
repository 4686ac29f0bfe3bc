import { isOpen } from '#platform/marketplace/addons/orders/provision.ts'
import { findRunning } from '#platform/marketplace/addons/plans/running-switch.ts'
import { retryAddon } from '#platform/marketplace/addons/worker/retry.ts'
import { isAddonId } from '#platform/model/ids.ts'
import type { Addon } from '#platform/model/marketplace/addon.ts'
import type { Delivery } from '#platform/model/marketplace/delivery.ts'
import { Refusal } from '#platform/model/refusal.ts'
import type { ProviderContext } from './call-provider.ts'

/** Repeats a failed call to a provider while the add-on still waits for it; returns the new call. */
export async function replayDelivery(
  platform: ProviderContext,
  delivery: Delivery,
): Promise<Delivery> {
  const { store } = platform
  const { providerId, addonId, direction, trouble } = delivery
  if (direction !== 'to partner') {
    throw new Refusal('conflict', 'Only calls from the platform to a provider can be repeated.')
  }
  if (trouble === '') throw new Refusal('conflict', 'This call did not fail.')
  const addon =
    addonId !== null && isAddonId(addonId) ? await store.addons.find(addonId) : undefined
  if (!addon || !(await isWanted(platform, addon, delivery.purpose))) {
    throw new Refusal('conflict', 'The add-on no longer waits for this call.')
  }
  const latest = () => store.deliveries.listOf(providerId, { limit: 10, addonId: addon.id })
  const before = new Set((await latest()).map(({ id }) => id))
  await retryAddon(platform, addon).catch((error) => {
    if (!(error instanceof Refusal)) throw error
  })
  const repeated = (await latest()).find(({ id }) => !before.has(id))
  if (repeated) return repeated
  throw new Refusal('unavailable', 'The call could not be repeated. Try again.')
}

async function isWanted(
  { store }: ProviderContext,
  addon: Addon,
  purpose: string,
): Promise<boolean> {
  switch (purpose) {
    case 'provision':
      return isOpen(addon)
    case 'deprovision':
      return addon.state === 'deleting'
    case 'change-plan':
      return (await findRunning(store, addon.id)) !== undefined
    default:
      return false
  }
}
