import { newId } from '#kit/text/ids.ts'
import { closedUntil } from '#platform/billing/usage/meter.ts'
import type { Platform } from '#platform/marketplace/platform.ts'
import { decimalOf } from '#platform/model/billing/amount.ts'
import type { Addon, Consumption } from '#platform/model/marketplace/addon.ts'

/**
 * Records a provider's charge for the use of an add-on, for the owner's invoice. A negative or implausible amount is
 * kept as well, and held until the operator has decided about it.
 */
export async function recordConsumption(
  { store, clock, policies }: Pick<Platform, 'store' | 'clock' | 'policies'>,
  { id, ownerId, providerId, name, zone }: Addon,
  cost: number,
): Promise<Consumption> {
  const isPlausible = cost >= 0 && cost <= policies.billing.maxConsumption
  return store.transaction(async (inside) => {
    const consumption: Consumption = {
      id: newId('consumption'),
      addonId: id,
      ownerId,
      providerId,
      addonName: name,
      zone,
      cost: decimalOf(cost),
      state: isPlausible ? 'accepted' : 'held',
      createdAt: Math.max(clock(), await closedUntil(inside, ownerId)),
    }
    await inside.consumptions.add(consumption)
    return consumption
  })
}
