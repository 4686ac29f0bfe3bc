import { newId } from '#kit/ids.ts'
import type { Platform } from '#platform/platform.ts'
import type { Delivery } from './delivery.ts'
import { shorten } from './redact.ts'

const longestTrouble = 1_000

/** Keeps one call between a partner and us; whoever calls this has blotted out what is secret. */
export async function noteDelivery(
  { store, clock }: Pick<Platform, 'store' | 'clock'>,
  delivery: Omit<Delivery, 'id' | 'createdAt'>,
): Promise<Delivery> {
  const trouble = shorten(delivery.trouble, longestTrouble)
  const noted = { ...delivery, trouble, id: newId('delivery'), createdAt: clock() }
  await store.deliveries.add(noted)
  return noted
}
