import { nearest } from '#cli/nearest.ts'
import { Refusal } from '#cli/refusal.ts'
import { chooseOwner, organisationsOf } from '#cli/resolve/owner.ts'
import type { Client } from '#client/client.ts'
import type { Offer } from '#client/resources/marketplace/offers.ts'

/**
 * Providers that can be ordered from: by one owner, or by any owner of the user, because some are restricted to certain
 * owners.
 */
export async function catalogueOffers(client: Client, org: string | undefined): Promise<Offer[]> {
  const summary = await client.summary.get()
  const owners =
    org === undefined ? [summary.user, ...organisationsOf(summary)] : [chooseOwner(summary, org)]
  const lists = await Promise.all(owners.map(({ id }) => client.offers.list(id)))
  return [...new Map(lists.flat().map((offer) => [offer.id, offer])).values()]
}

export async function catalogueOffer(
  client: Client,
  providerId: string,
  org: string | undefined,
): Promise<Offer> {
  const offers = await catalogueOffers(client, org)
  const found = offers.find(({ id }) => id === providerId)
  if (found) return found
  const ids = offers.map(({ id }) => id)
  const meant = nearest(providerId, ids)
  throw new Refusal(
    `There is no add-on provider '${providerId}'.`,
    meant ? `Did you mean '${meant}'?` : '`berth addon providers` lists them.',
  )
}
