import { newId } from '#kit/text/ids.ts'
import type { Platform } from '#platform/marketplace/platform.ts'
import type { Delivery } from '#platform/model/marketplace/delivery.ts'
import { shorten } from './redact.ts'

const maxTrouble = 1_000
const maxUrlLength = 2_000
const maxIdLength = 300
/** Calls kept per provider, because providers choose how often they call. */
const maxKept = 10_000

/**
 * Stores a call whose secrets the caller has redacted. Occasionally removes the provider's oldest calls beyond the
 * limit.
 */
export async function recordDelivery(
  { store, clock }: Pick<Platform, 'store' | 'clock'>,
  delivery: Omit<Delivery, 'id' | 'createdAt'>,
): Promise<Delivery> {
  const noted: Delivery = {
    ...delivery,
    trouble: shorten(delivery.trouble, maxTrouble),
    url: shorten(delivery.url, maxUrlLength),
    addonId: delivery.addonId?.slice(0, maxIdLength) ?? null,
    id: newId('delivery'),
    createdAt: clock(),
  }
  await store.deliveries.add(noted)
  if (isOneOfMany(noted)) await store.deliveries.removeBeyond(noted.providerId, maxKept)
  return noted
}

/** One in 256, by its random id. */
const isOneOfMany = ({ id }: Delivery) => id.endsWith('00')
