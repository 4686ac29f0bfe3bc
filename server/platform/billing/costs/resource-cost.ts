import { defaultCurrency, type SpendingFacts } from '#platform/billing/forecast.ts'
import { netOf } from '#platform/billing/invoices/calculate.ts'
import { charge, type Use, unitPrice } from '#platform/billing/prices/charge.ts'
import { priceListAt } from '#platform/billing/prices/price-lists.ts'
import { type Amount, amountOf, sumOf } from '#platform/model/billing/amount.ts'
import type { InvoiceLine } from '#platform/model/billing/invoices/invoice.ts'
import { secondsBetween } from '#platform/model/billing/period.ts'
import { roundMoney } from '#platform/model/billing/rounding.ts'
import type { UsageInterval, UsageSubject } from '#platform/model/billing/usage-interval.ts'

/** What one application or add-on costs in a month, without tax, discounts and credits, which are the owner's. */
export interface ResourceCost {
  readonly currency: string
  readonly soFar: Amount
  /** At the end of the month: what was used, and what runs now until then. */
  readonly expected: Amount
  readonly lines: readonly InvoiceLine[]
}

/** What is priced of a use; a size or plan in place of the present one is as many of these. */
export type PricedUse = Pick<
  UsageSubject,
  'kind' | 'flavorOrPlan' | 'zone' | 'providerId' | 'planPrice'
>

/** The least and the most that may run. */
export interface PlannedUses {
  least: readonly PricedUse[]
  most: readonly PricedUse[]
}

type CostFacts = Pick<SpendingFacts, 'use' | 'lists' | 'month'>

/** Costs of a resource so far and expected, by the code that invoices it. */
export function resourceCost(facts: CostFacts, resourceId: string, now: number): ResourceCost {
  const { lists, month } = facts
  const use = useOf(facts, resourceId)
  const until = Math.min(now, month.until)
  const lines = charge(use, lists, month, until)
  return {
    currency: currencyOf(facts),
    soFar: netOf(lines),
    expected: netOf(charge(use, lists, month, month.until)),
    lines,
  }
}

/**
 * What the month is expected to cost when something else runs from now on: what lasts ends now, and `planned` lasts to the
 * end of the month. Builds that run are left alone.
 */
export function costWith(
  facts: CostFacts,
  resourceId: UsageSubject['resourceId'],
  planned: readonly PricedUse[],
  now: number,
): Amount {
  const { lists, month } = facts
  const { intervals, consumptions } = useOf(facts, resourceId)
  const until = Math.min(now, month.until)
  const ended = intervals.map((interval) =>
    interval.until === null && interval.kind !== 'build'
      ? { ...interval, until: Math.max(interval.from, until) }
      : interval,
  )
  const begun = planned.map(
    (use, index): UsageInterval => ({
      ...use,
      id: `usage_planned_${index}`,
      ownerId: intervals[0]?.ownerId ?? 'orga_planned',
      resourceId,
      resourceName: '',
      planId: null,
      meterId: `planned ${index}`,
      previewOf: null,
      from: until,
      until: null,
    }),
  )
  return netOf(charge({ intervals: [...ended, ...begun], consumptions }, lists, month, month.until))
}

/** What some uses cost in a whole month as long as this one, at the prices of its end. */
export function monthPrice({ lists, month }: CostFacts, planned: readonly PricedUse[]): Amount {
  const data = priceListAt(lists, month.until - 1)?.data
  if (!data) return sumOf([])
  const seconds = amountOf(String(secondsBetween(month.from, month.until)))
  return sumOf(
    [...Map.groupBy(planned, keyOf).values()].flatMap((same) => {
      const [first] = same
      if (!first) return []
      const price = unitPrice(data, first).times(String(same.length))
      const whole = first.kind === 'addon' ? price : price.times(seconds)
      return [roundMoney(whole, data.currency)]
    }),
  )
}

const keyOf = ({ kind, flavorOrPlan, zone }: PricedUse) => [kind, flavorOrPlan, zone].join('\n')

const currencyOf = ({ lists, month }: CostFacts): string =>
  priceListAt(lists, month.until - 1)?.data.currency ?? defaultCurrency

function useOf({ use }: CostFacts, resourceId: string): Use {
  return {
    intervals: use.intervals.filter((each) => each.resourceId === resourceId),
    consumptions: use.consumptions.filter(({ addonId }) => addonId === resourceId),
  }
}
