import type { Client } from '#client/client.ts'
import { chooseOwner } from './owner.ts'
import { listOffers } from './provider.ts'

/** Owner to push a manifest to: an existing provider keeps its owner. */
export async function findPushOwner(client: Client, id: unknown, org: string | undefined) {
  const known = await findKnown(client, id, org)
  if (known) return { ownerId: known.owner.id, isNew: false }
  return { ownerId: chooseOwner(await client.summary.get(), org).id, isNew: true }
}

/**
 * Owner to check a manifest for. The check creates nothing, so that a new provider needs no choice between organisations: the
 * user's own space does.
 */
export async function findCheckOwner(client: Client, id: unknown, org: string | undefined) {
  const known = await findKnown(client, id, org)
  if (known) return known.owner.id
  const summary = await client.summary.get()
  return (org === undefined ? summary.user : chooseOwner(summary, org)).id
}

const findKnown = async (client: Client, id: unknown, org: string | undefined) =>
  (await listOffers(client, org)).find(({ offer }) => offer.id === id)
