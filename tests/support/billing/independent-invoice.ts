import type { Period } from '#platform/model/billing/period.ts'
import type { PriceData, PriceList } from '#platform/model/billing/price-list.ts'
import type { UsageInterval } from '#platform/model/billing/usage-interval.ts'
import type { Consumption } from '#platform/model/marketplace/addon.ts'
import {
  cents,
  centText,
  compare,
  minus,
  nothing,
  part,
  plus,
  type Rational,
  rational,
  smaller,
  times,
} from './rational.ts'

/** Facts of one owner's month. */
export interface MonthFacts {
  ownerId: string
  month: Period
  intervals: readonly UsageInterval[]
  consumptions: readonly Consumption[]
  lists: readonly PriceList[]
  /** Percentage that the customer pays, decided by the test. */
  vat: string
  prepaid: string
}

/** What the invoice has to say; lines as net amounts by what they are for. */
export interface ExpectedInvoice {
  lines: Record<string, string>
  discount: string
  net: string
  tax: string
  gross: string
  credits: string
  due: string
}

/**
 * The invoice of a month, calculated in another way than the platform's: by a walk over all moments at which anything
 * changes, with fractions. `undefined` when there is nothing to pay.
 */
export function expectInvoice(facts: MonthFacts): ExpectedInvoice | undefined {
  const { ownerId, month, intervals, consumptions, lists, vat } = facts
  const atEnd = listAt(lists, month.until - 1)
  if (!atEnd) return undefined
  const seconds = new Map<string, { price: Rational; seconds: number }>()
  const changes = [month.from, month.until, ...lists.map(({ validFrom }) => validFrom)]
  for (const interval of intervals) {
    const end = interval.until ?? month.until
    const moments = [...changes, interval.from, end].toSorted((one, other) => one - other)
    for (const [at, from] of moments.entries()) {
      const until = moments[at + 1]
      if (until === undefined || until === from) continue
      if (from < month.from || until > month.until) continue
      if (from < interval.from || until > end) continue
      const list = listAt(lists, from)
      if (list) addSeconds(seconds, interval, priceOf(list.data, interval), { from, until })
    }
  }
  const lines: Record<string, string> = {}
  let used = nothing
  const monthSeconds = (month.until - month.from) / 1000
  for (const [name, { price, seconds: count }] of seconds) {
    if (price.n === 0n || count === 0) continue
    const amount = times(price, part(count, name.startsWith('addon') ? monthSeconds : 1))
    lines[name] = centText(cents(amount))
    used = plus(used, cents(amount))
  }
  for (const [name, amount] of consumed(consumptions, lists, month)) {
    if (amount.n === 0n) continue
    lines[name] = centText(cents(amount))
    used = plus(used, cents(amount))
  }
  if (used.n === 0n) return undefined
  const off = cents(times(used, times(discount(atEnd.data, ownerId, used), part(1, 100))))
  const rest = minus(used, off)
  const free = smaller(cents(rational(atEnd.data.freeCredits ?? '0')), rest)
  const net = minus(rest, free)
  const tax = cents(times(net, times(rational(vat), part(1, 100))))
  const gross = plus(net, tax)
  const credits = smaller(cents(rational(facts.prepaid)), gross)
  if (free.n > 0n) lines.free = centText(minus(nothing, free))
  return {
    lines,
    discount: centText(off),
    net: centText(net),
    tax: centText(tax),
    gross: centText(gross),
    credits: centText(credits),
    due: centText(minus(gross, credits)),
  }
}

const listAt = (lists: readonly PriceList[], time: number): PriceList | undefined =>
  lists
    .filter(({ validFrom }) => validFrom <= time)
    .toSorted((one, other) => other.validFrom - one.validFrom)[0]

function priceOf(
  data: PriceData,
  { kind, flavorOrPlan, zone, providerId, planPrice }: UsageInterval,
) {
  if (kind === 'addon') {
    const own = data.plans?.[`${providerId}/${flavorOrPlan}`]
    return own ? rational(own) : times(rational(planPrice ?? '0'), rational(data.euroRate ?? '1'))
  }
  const price = (kind === 'runtime' ? data.sizes : data.builds)?.[flavorOrPlan]
  return times(rational(price ?? '0'), rational(data.zones?.[zone] ?? '1'))
}

function addSeconds(
  seconds: Map<string, { price: Rational; seconds: number }>,
  { kind, resourceId, flavorOrPlan, zone }: UsageInterval,
  price: Rational,
  { from, until }: Period,
): void {
  const name = [kind, resourceId, flavorOrPlan, zone, reduced(price)].join(' ')
  const count = Math.trunc(until / 1000) - Math.trunc(from / 1000)
  const known = seconds.get(name)?.seconds ?? 0
  seconds.set(name, { price, seconds: known + count })
}

/** The same text for equal fractions. */
export function reduced({ n, d }: Rational): string {
  let [a, b] = [n < 0n ? -n : n, d]
  while (b !== 0n) [a, b] = [b, a % b]
  return a === 0n ? '0' : `${n / a}/${d / a}`
}

function consumed(
  consumptions: readonly Consumption[],
  lists: readonly PriceList[],
  month: Period,
): Map<string, Rational> {
  const sums = new Map<string, Rational>()
  for (const { addonId, cost, state, createdAt } of consumptions) {
    const list = listAt(lists, createdAt)
    if (state !== 'accepted' || !list || createdAt < month.from || createdAt >= month.until)
      continue
    const name = `consumption ${addonId} ${list.id}`
    const amount = times(rational(cost), rational(list.data.euroRate ?? '1'))
    sums.set(name, plus(sums.get(name) ?? nothing, amount))
  }
  return sums
}

function discount(data: PriceData, ownerId: string, used: Rational): Rational {
  let best = rational(data.discounts?.[ownerId] ?? '0')
  for (const { from, percent } of data.volumeDiscounts ?? []) {
    const isReached = compare(used, rational(from)) >= 0n
    if (isReached && compare(rational(percent), best) > 0n) best = rational(percent)
  }
  return best
}
