import { Refusal } from '#cli/refusal.ts'
import type { Client } from '#client/client.ts'
import { ApiError } from '#client/http/api-error.ts'
import type { Offer } from '#client/resources/marketplace/providers.ts'
import type { OwnerSummary } from '#client/resources/summary.ts'
import { chooseOwner, organisationsOf } from './owner.ts'

/** A provider and its owner. */
export interface OwnedOffer {
  owner: OwnerSummary
  offer: Offer
}

/** Providers of one owner, or of all owners of the user. */
export async function listOffers(client: Client, org: string | undefined): Promise<OwnedOffer[]> {
  const summary = await client.summary.get()
  const owners =
    org === undefined ? [...organisationsOf(summary), summary.user] : [chooseOwner(summary, org)]
  const lists = await Promise.all(
    owners.map(async (owner) =>
      (await visibleOffers(client, owner.id)).map((offer) => ({ owner, offer })),
    ),
  )
  return lists.flat()
}

/** Finds a provider by id among all owners of the user. */
export async function resolveProvider(
  client: Client,
  id: string,
  org: string | undefined,
): Promise<OwnedOffer> {
  const found = (await listOffers(client, org)).find(({ offer }) => offer.id === id)
  if (found) return found
  throw new Refusal(`You have no add-on provider '${id}'.`, '`berth provider` lists yours.')
}

/** Empty where the user's role may not list providers. */
async function visibleOffers(client: Client, ownerId: string): Promise<Offer[]> {
  try {
    return await client.providers.list(ownerId)
  } catch (error) {
    if (error instanceof ApiError && error.status === 403) return []
    throw error
  }
}
