import type { OwnerId } from '#platform/model/ids.ts'
import { Refusal } from '#platform/model/refusal.ts'
import type { Store } from '#platform/model/store.ts'

export const suspendedSentence =
  'The organisation is suspended: an invoice is not paid, or its address is incomplete. Its applications start again once that is settled.'

/** Refuses new things of a suspended owner. Call it in the transaction that adds the thing. */
export async function refuseSuspended(store: Store, ownerId: OwnerId): Promise<void> {
  const account = await store.billingAccounts.find(ownerId)
  if (account && account.suspendedAt !== null) throw new Refusal('conflict', suspendedSentence)
}
