import type { Client } from '#client/client.ts'
import { chooseOwner } from './owner.ts'
import { listOffers } from './provider.ts'

/** Where a manifest is pushed to: a provider that is there already stays where it is. */
export async function findPushOwner(client: Client, id: unknown, org: string | undefined) {
  const known = (await listOffers(client, org)).find(({ offer }) => offer.id === id)
  if (known) return { ownerId: known.owner.id, isNew: false }
  return { ownerId: chooseOwner(await client.summary.get(), org).id, isNew: true }
}
