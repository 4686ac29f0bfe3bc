import type { Client } from '#client/client.ts'
import { chooseOwner } from './owner.ts'
import { listOffers } from './provider.ts'

/** Owner to push a manifest to: an existing provider keeps its owner. */
export async function findPushOwner(client: Client, id: unknown, org: string | undefined) {
  const known = (await listOffers(client, org)).find(({ offer }) => offer.id === id)
  if (known) return { ownerId: known.owner.id, isNew: false }
  return { ownerId: chooseOwner(await client.summary.get(), org).id, isNew: true }
}
