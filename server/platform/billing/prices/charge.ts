import { partsWithin, type UsagePart } from '#platform/billing/usage/usage-of-period.ts'
import {
  type Amount,
  amountOf,
  decimalOf,
  divideHalfUp,
  sumOf,
  textOf,
} from '#platform/model/billing/amount.ts'
import type { InvoiceLine } from '#platform/model/billing/invoices/invoice.ts'
import { type Period, secondsBetween } from '#platform/model/billing/period.ts'
import type { PriceData, PriceList } from '#platform/model/billing/price-list.ts'
import { divideMoney, moneyText, roundMoney } from '#platform/model/billing/rounding.ts'
import type { UsageInterval } from '#platform/model/billing/usage-interval.ts'
import type { AddonId } from '#platform/model/ids.ts'
import type { Consumption } from '#platform/model/marketplace/addon.ts'
import type { Plan } from '#platform/model/marketplace/plan.ts'
import { type PricedSpan, pricedSpans } from './price-lists.ts'

export interface Use {
  readonly intervals: readonly UsageInterval[]
  readonly consumptions: readonly Consumption[]
}

/** Decimals that a part of a month is shown with. */
const partDecimals = 9

/**
 * What the use of a month costs, one line for each resource, size or plan, zone and price. What is free has no line.
 * An interval across a change of prices is split there.
 */
export function charge(
  { intervals, consumptions }: Use,
  lists: readonly PriceList[],
  month: Period,
  now: number,
): InvoiceLine[] {
  const spans = pricedSpans(lists, month)
  const priced = spans.flatMap((span) =>
    partsWithin(intervals, span, now)
      .filter(({ seconds }) => seconds > 0)
      .map((part) => ({
        part,
        price: unitPrice(span.list.data, part),
        currency: span.list.data.currency,
      })),
  )
  const groups = Map.groupBy(priced, ({ part, price }) =>
    [part.kind, part.resourceId, part.flavorOrPlan, part.zone, textOf(price)].join('\n'),
  )
  const used = [...groups.values()].flatMap((group) => {
    const [first] = group
    if (!first || first.price.eq(0)) return []
    const parts = group.map(({ part }) => part)
    return [lineOf(parts, { price: first.price, currency: first.currency, month })]
  })
  const parents = new Map(intervals.map(({ resourceId, previewOf }) => [resourceId, previewOf]))
  const consumed = spans
    .flatMap((span) => consumptionLines(consumptions, span))
    .map((line) => ({ ...line, ...ofPreview(parents.get(line.resourceId as AddonId) ?? null) }))
  return [...used, ...consumed].toSorted(compareLines)
}

/** Price of one second of an instance or build, or of one month of a plan. */
export function unitPrice(
  data: PriceData,
  {
    kind,
    flavorOrPlan,
    zone,
    providerId,
    planPrice,
  }: Pick<UsagePart, 'kind' | 'flavorOrPlan' | 'zone' | 'providerId' | 'planPrice'>,
): Amount {
  if (kind === 'addon') return monthPrice(data, `${providerId}/${flavorOrPlan}`, planPrice ?? '0')
  const prices = kind === 'build' ? data.builds : data.sizes
  return amountOf(prices?.[flavorOrPlan] ?? '0').times(data.zones?.[zone] ?? '1')
}

/** Price of one month of a plan. */
export const planPriceOf = (
  data: PriceData,
  { providerId, slug, price }: Pick<Plan, 'providerId' | 'slug' | 'price'>,
): Amount => monthPrice(data, `${providerId}/${slug}`, decimalOf(price))

const monthPrice = (data: PriceData, name: string, euros: string): Amount => {
  const listed = data.plans?.[name]
  return listed === undefined ? fromEuros(data, euros) : amountOf(listed)
}

const fromEuros = ({ euroRate = '1' }: PriceData, euros: string): Amount =>
  amountOf(euros).times(euroRate)

interface LinePrice {
  price: Amount
  currency: string
  month: Period
}

/** Parts of one resource at one price. */
function lineOf(parts: readonly UsagePart[], { price, currency, month }: LinePrice): InvoiceLine {
  const last = parts.at(-1)
  if (!last) throw new Error('a line without parts')
  const { kind, resourceId, resourceName, flavorOrPlan, zone, providerId, previewOf } = last
  const seconds = amountOf(String(parts.reduce((sum, part) => sum + part.seconds, 0)))
  const isMonthly = kind === 'addon'
  const monthSeconds = amountOf(String(secondsBetween(month.from, month.until)))
  const net = isMonthly
    ? divideMoney(price.times(seconds), monthSeconds, currency)
    : roundMoney(price.times(seconds), currency)
  const quantity = isMonthly ? divideHalfUp(seconds, monthSeconds, partDecimals) : seconds
  return {
    kind,
    resourceId,
    resourceName,
    description: `${resourceName}: ${kind === 'build' ? 'build with ' : ''}${flavorOrPlan} in ${zone}`,
    flavorOrPlan,
    zone,
    from: parts.reduce((first, { from }) => Math.min(first, from), last.from),
    until: parts.reduce((latest, { until }) => Math.max(latest, until), last.until),
    quantity: textOf(quantity),
    unit: isMonthly ? 'month' : 'second',
    unitPrice: textOf(price),
    net: moneyText(net, currency),
    providerId,
    ...ofPreview(previewOf),
  }
}

const ofPreview = (previewOf: string | null) => (previewOf === null ? {} : { previewOf })

/** One line for each add-on that its provider has charged for. */
function consumptionLines(
  consumptions: readonly Consumption[],
  { from, until, list: { data } }: PricedSpan,
): InvoiceLine[] {
  const counted = consumptions.filter(
    ({ state, createdAt }) => state === 'accepted' && createdAt >= from && createdAt < until,
  )
  return [...Map.groupBy(counted, ({ addonId }) => addonId).values()].flatMap((group) => {
    const last = group.at(-1)
    const price = sumOf(group.map(({ cost }) => fromEuros(data, cost)))
    if (!last || price.eq(0)) return []
    const dates = group.map(({ createdAt }) => createdAt).toSorted((one, other) => one - other)
    return [
      {
        kind: 'consumption' as const,
        resourceId: last.addonId,
        resourceName: last.addonName,
        description: `${last.addonName || last.addonId}: consumption`,
        flavorOrPlan: '',
        zone: last.zone,
        from: dates.at(0) ?? from,
        until: dates.at(-1) ?? until,
        quantity: '1',
        unit: 'piece' as const,
        unitPrice: textOf(price),
        net: moneyText(roundMoney(price, data.currency), data.currency),
        providerId: last.providerId,
      },
    ]
  })
}

const kinds: readonly InvoiceLine['kind'][] = ['runtime', 'build', 'addon', 'consumption']

/** By kind, name, size and date. */
const compareLines = (one: InvoiceLine, other: InvoiceLine): number =>
  kinds.indexOf(one.kind) - kinds.indexOf(other.kind) ||
  compare(one.resourceName, other.resourceName) ||
  compare(one.resourceId, other.resourceId) ||
  one.from - other.from ||
  compare(one.flavorOrPlan, other.flavorOrPlan) ||
  compare(one.zone, other.zone)

const compare = (one: string, other: string): number => (one < other ? -1 : one > other ? 1 : 0)
