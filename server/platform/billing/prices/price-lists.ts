import { read } from '#kit/schema.ts'
import { newId } from '#kit/text/ids.ts'
import type { Platform } from '#platform/billing/platform.ts'
import { monthOf, overlap, type Period } from '#platform/model/billing/period.ts'
import { type PriceData, type PriceList, priceData } from '#platform/model/billing/price-list.ts'
import { findFlavor } from '#platform/model/hosting/flavor.ts'
import type { PriceListId } from '#platform/model/ids.ts'
import { Refusal } from '#platform/model/refusal.ts'

/** The list that applies at a time; `undefined` before the first, when everything is free. */
export const priceListAt = (lists: readonly PriceList[], time: number): PriceList | undefined =>
  lists.findLast(({ validFrom }) => validFrom <= time)

/** A part of a period with one price list. */
export interface PricedSpan extends Period {
  readonly list: PriceList
}

/** The parts of a period by the price list that applies; free times are left out. Lists are sorted by date. */
export function pricedSpans(lists: readonly PriceList[], period: Period): PricedSpan[] {
  return lists.flatMap((list, index) => {
    const until = lists[index + 1]?.validFrom ?? Number.POSITIVE_INFINITY
    const span = overlap({ from: list.validFrom, until }, period)
    return span ? [{ ...span, list }] : []
  })
}

/** Reads prices that an operator wrote. */
export function parsePriceData(data: unknown): PriceData {
  const { value, problems } = read(priceData, data)
  if (!value) throw invalid(problems)
  const found = new Map<string, string>()
  for (const field of ['sizes', 'builds'] as const) {
    for (const size of Object.keys(value[field] ?? {})) {
      if (findFlavor(size)?.name !== size)
        found.set(`${field}.${size}`, 'is not the name of a size')
    }
  }
  for (const plan of Object.keys(value.plans ?? {})) {
    if (!/^[^/]+\/[^/]+$/.test(plan)) found.set(`plans.${plan}`, 'must be <provider>/<plan>')
  }
  if (value.currency !== 'EUR' && value.euroRate === undefined) {
    found.set('euroRate', 'must be given: prices of plans and consumptions are in euros')
  }
  if (found.size > 0) throw invalid(found)
  return value
}

function invalid(problems: ReadonlyMap<string, string>): Refusal {
  const sentences = [...problems].map(([path, problem]) => `${path || 'The list'} ${problem}`)
  return new Refusal('invalid', `Invalid price list: ${sentences.join('; ')}.`, {
    fields: Object.fromEntries(problems),
  })
}

/**
 * Adds prices that apply from a date on. Months that are over keep their prices, so the date is in this month at the
 * earliest; another currency begins with a month, because an invoice has one.
 */
export async function addPriceList(
  { store, clock }: Pick<Platform, 'store' | 'clock'>,
  { validFrom, data }: { validFrom: number; data: unknown },
): Promise<PriceList> {
  const now = clock()
  const valid = parsePriceData(data)
  if (!Number.isSafeInteger(validFrom) || validFrom < monthOf(now).from) {
    throw new Refusal('invalid', 'Prices cannot change for a month that is over.')
  }
  if (validFrom % 1000 !== 0) {
    throw new Refusal('invalid', 'Prices change at a whole second.')
  }
  const list: PriceList = { id: newId('prices'), validFrom, createdAt: now, data: valid }
  await store.transaction(async (inside) => {
    refuseMixedMonth([...(await inside.priceLists.list()), list])
    if (await inside.priceLists.add(list)) return
    const date = new Date(validFrom).toISOString()
    throw new Refusal('conflict', `Another price list is valid from ${date}.`)
  })
  return list
}

/** Refuses lists by which the currency would change within a month. */
function refuseMixedMonth(lists: readonly PriceList[]): void {
  const sorted = lists.toSorted((one, other) => one.validFrom - other.validFrom)
  const isMixed = sorted.some(({ validFrom, data: { currency } }, index) => {
    const before = sorted[index - 1]
    const isOther = before !== undefined && before.data.currency !== currency
    return isOther && monthOf(validFrom).from !== validFrom
  })
  if (isMixed) {
    throw new Refusal('invalid', 'Another currency must begin with a month, at midnight UTC.')
  }
}

/** Removes prices that do not apply yet. */
export async function removePriceList(
  { store, clock }: Pick<Platform, 'store' | 'clock'>,
  id: PriceListId,
): Promise<PriceList> {
  return store.transaction(async (inside) => {
    const list = await inside.priceLists.find(id)
    if (!list) throw new Refusal('missing', `There is no price list ${id}.`)
    if (list.validFrom <= clock()) {
      throw new Refusal('conflict', 'The price list applies already. Add another one after it.')
    }
    await inside.priceLists.remove(id)
    refuseMixedMonth(await inside.priceLists.list())
    return list
  })
}
