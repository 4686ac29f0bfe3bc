import { charge, type Use } from '#platform/billing/prices/charge.ts'
import type { InvoiceLine } from '#platform/model/billing/invoices/invoice.ts'
import { monthOf, overlap, type Period, periodsWithin } from '#platform/model/billing/period.ts'
import type { PriceList } from '#platform/model/billing/price-list.ts'
import type { UsageInterval } from '#platform/model/billing/usage-interval.ts'
import type { Consumption } from '#platform/model/marketplace/addon.ts'
import { partsWithin, type UsagePart } from './usage-of-period.ts'

/** Use of a span of time, priced. */
export interface Cost {
  readonly span: Period
  /** What was used in it. */
  readonly use: Use
  readonly lines: readonly InvoiceLine[]
}

/**
 * What each day or month of a period cost, by the prices of its month. Each span is rounded by itself, so that the days
 * of a month may differ from its invoice by some cents.
 */
export function costsBy(
  around: (time: number) => Period,
  { use, lists, period, now }: CostFacts,
): Cost[] {
  const known = overlap(period, { from: Number.NEGATIVE_INFINITY, until: now })
  if (!known) return []
  const spans = periodsWithin(known, around).flatMap((whole) => overlap(whole, known) ?? [])
  const uses = useBySpan(use, spans, now)
  return spans.map((span, index) => {
    const inside = uses[index] ?? { intervals: [], consumptions: [] }
    return { span, use: inside, lines: charge(inside, lists, monthOf(span.from), span.until) }
  })
}

export interface CostFacts {
  use: Use
  /** Sorted by date. */
  lists: readonly PriceList[]
  period: Period
  now: number
}

/** The parts of the use within consecutive spans, in one pass: years of an owner have many intervals and many days. */
function useBySpan({ intervals, consumptions }: Use, spans: readonly Period[], now: number): Use[] {
  const uses = spans.map(() => ({
    intervals: [] as UsageInterval[],
    consumptions: [] as Consumption[],
  }))
  for (const interval of intervals) {
    const whole = { from: interval.from, until: interval.until ?? now }
    for (let index = firstEndingAfter(spans, whole.from); index < spans.length; index += 1) {
      const span = spans[index]
      const part = span && overlap(whole, span)
      if (!part) break
      uses[index]?.intervals.push({ ...interval, ...part })
    }
  }
  for (const consumption of consumptions) {
    const index = firstEndingAfter(spans, consumption.createdAt)
    const span = spans[index]
    if (span && consumption.createdAt >= span.from) uses[index]?.consumptions.push(consumption)
  }
  return uses
}

/** Index of the first of consecutive spans that ends after a time, by binary search. */
function firstEndingAfter(spans: readonly Period[], time: number): number {
  let [low, high] = [0, spans.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if ((spans[middle]?.until ?? 0) > time) high = middle
    else low = middle + 1
  }
  return low
}

/** Seconds by resource, size and zone; what is free counts as well. */
export interface MeteredUse
  extends Pick<
    UsagePart,
    | 'kind'
    | 'resourceId'
    | 'resourceName'
    | 'flavorOrPlan'
    | 'zone'
    | 'providerId'
    | 'previewOf'
    | 'seconds'
  > {}

export function meteredUse(use: Use, period: Period, now: number): MeteredUse[] {
  const parts = partsWithin(use.intervals, period, now)
  return [...Map.groupBy(parts, keyOf).values()].flatMap((group) => {
    const last = group.at(-1)
    if (!last) return []
    const { kind, resourceId, resourceName, flavorOrPlan, zone, providerId, previewOf } = last
    const seconds = group.reduce((sum, part) => sum + part.seconds, 0)
    return [{ kind, resourceId, resourceName, flavorOrPlan, zone, providerId, previewOf, seconds }]
  })
}

/** Names what is summed up together. */
export const keyOf = (
  use: Pick<InvoiceLine, 'kind' | 'resourceId' | 'flavorOrPlan' | 'zone'>,
): string => [use.kind, use.resourceId, use.flavorOrPlan, use.zone].join('\n')
