import { newId } from '#kit/text/ids.ts'
import type { Addon } from '#platform/addons/addon.ts'
import type { Platform } from '#platform/platform.ts'
import { Refusal } from '#platform/refusal.ts'

const maxAtOnce = 100_000

/** Records a provider's charge for the use of an add-on, for the owner's invoice. */
export async function recordConsumption(
  { store, clock }: Pick<Platform, 'store' | 'clock'>,
  { id, ownerId, providerId }: Addon,
  cost: number,
): Promise<void> {
  if (!(cost >= 0 && cost <= maxAtOnce)) {
    throw new Refusal('invalid', `cost is in euros, from 0 to ${maxAtOnce}.`)
  }
  await store.consumptions.add({
    id: newId('consumption'),
    addonId: id,
    ownerId,
    providerId,
    cost,
    createdAt: clock(),
  })
}
