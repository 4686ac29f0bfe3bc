import { offerAnswer, offerList } from '#api/answers/providers.ts'
import { endpoint } from '#api/http/endpoint.ts'
import type { Query } from '#api/http/query.ts'
import { offerToWire } from '#api/v2/provider-record.ts'
import { string } from '#kit/schema.ts'
import { permitOwner } from '#platform/identity/access/permit.ts'
import { catalogueFor, findOffer } from '#platform/marketplace/providers/catalogue.ts'
import type { Caller } from '#platform/model/identity/access/caller.ts'
import { isOwnerId, type OwnerId } from '#platform/model/ids.ts'
import { Refusal } from '#platform/model/refusal.ts'
import type { Platform } from '#platform/platform.ts'

const list = '/v2/products/addonproviders'
const parameters = { orgaId: string }

export const listOffers = endpoint({
  method: 'GET',
  path: list,
  access: 'visitor',
  summary: 'Lists the add-on providers that everybody may order from, and with `orgaId` that owner',
  query: parameters,
  answer: offerList,
  async handle({ platform, caller, query }) {
    const ownerId = await buyerOf(platform, caller, query)
    return (await catalogueFor(platform, ownerId)).map(offerToWire)
  },
})

export const getOffer = endpoint({
  method: 'GET',
  path: `${list}/:providerId`,
  access: 'visitor',
  summary: 'Shows an add-on provider that everybody, or the owner of `orgaId`, may order from',
  query: parameters,
  answer: offerAnswer,
  async handle({ platform, caller, query, params }) {
    const ownerId = await buyerOf(platform, caller, query)
    return offerToWire(await findOffer(platform, ownerId, params.providerId))
  },
})

/** The owner that the catalogue is requested for; one without membership counts as none. */
async function buyerOf(
  platform: Platform,
  caller: Caller | undefined,
  query: Query<keyof typeof parameters>,
): Promise<OwnerId | undefined> {
  const ownerId = query.get('orgaId')
  if (!caller || !ownerId || !isOwnerId(ownerId)) return undefined
  try {
    await permitOwner(platform, caller, 'see', ownerId)
    return ownerId
  } catch (error) {
    if (error instanceof Refusal) return undefined
    throw error
  }
}
