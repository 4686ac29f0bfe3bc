import { priceListAnswer, priceListList } from '#api/answers/billing/prices.ts'
import { outcome } from '#api/answers/outcome.ts'
import { endpoint } from '#api/http/endpoint.ts'
import { done } from '#api/http/response.ts'
import { anythingLike, type Infer, object, string } from '#kit/schema.ts'
import { addPriceList, priceListAt, removePriceList } from '#platform/billing/prices/price-lists.ts'
import { type PriceList, priceData } from '#platform/model/billing/price-list.ts'
import type { PriceListId } from '#platform/model/ids.ts'
import { Refusal } from '#platform/model/refusal.ts'

const path = '/v4/berth/billing/prices'

export const listPriceLists = endpoint({
  method: 'GET',
  path,
  access: 'operator',
  summary: 'Lists the price lists by the dates from which they apply',
  answer: priceListList,
  async handle({ platform }) {
    const lists = await platform.store.priceLists.list()
    const current = priceListAt(lists, platform.clock())
    return lists.map((list) => toWire(list, current))
  },
})

export const postPriceList = endpoint({
  method: 'POST',
  path,
  access: 'operator',
  action: 'billing.add-prices',
  summary:
    'Adds prices that apply from `valid_from` on, in this month at the earliest; invoices that were issued stay as they are',
  body: object({ valid_from: string, prices: anythingLike(priceData) }),
  answer: priceListAnswer,
  maxBytes: 1024 * 1024,
  async handle({ platform, body }) {
    const validFrom = dateIn(body.valid_from)
    const list = await addPriceList(platform, { validFrom, data: body.prices })
    const current = priceListAt(await platform.store.priceLists.list(), platform.clock())
    return toWire(list, current)
  },
})

export const getPriceList = endpoint({
  method: 'GET',
  path: `${path}/:priceListId`,
  access: 'operator',
  summary: 'Shows a price list; `current` is the one that applies now',
  answer: priceListAnswer,
  async handle({ platform, params: { priceListId } }) {
    const lists = await platform.store.priceLists.list()
    const current = priceListAt(lists, platform.clock())
    const list = priceListId === 'current' ? current : lists.find(({ id }) => id === priceListId)
    if (list) return toWire(list, current)
    throw missing(priceListId)
  },
})

export const deletePriceList = endpoint({
  method: 'DELETE',
  path: `${path}/:priceListId`,
  access: 'operator',
  action: 'billing.remove-prices',
  summary: 'Removes a price list that does not apply yet',
  answer: outcome,
  async handle({ platform, params: { priceListId } }) {
    if (!isPriceListId(priceListId)) throw missing(priceListId)
    await removePriceList(platform, priceListId)
    return done(`The price list ${priceListId} was removed.`)
  },
})

const isPriceListId = (text: string): text is PriceListId => text.startsWith('prices_')

const missing = (id: string) => new Refusal('missing', `There is no price list ${id.slice(0, 60)}.`)

/** A day counts from its midnight, UTC. */
function dateIn(text: string): number {
  const time = /^\d{4}-\d{2}(-\d{2}(T[\d:.]+Z)?)?$/.test(text) ? Date.parse(text) : Number.NaN
  if (!Number.isNaN(time)) return time
  throw new Refusal('invalid', 'valid_from must be a date such as 2026-12-01.')
}

const toWire = (
  list: PriceList,
  current: PriceList | undefined,
): Infer<typeof priceListAnswer> => ({
  id: list.id,
  valid_from: new Date(list.validFrom).toISOString(),
  created_at: new Date(list.createdAt).toISOString(),
  is_current: list.id === current?.id,
  prices: list.data,
})
