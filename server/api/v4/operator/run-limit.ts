import { monthOf, parseMonth } from '#platform/model/billing/period.ts'
import { Refusal } from '#platform/model/refusal.ts'

/**
 * The time up to which months are invoiced: the end of a month such as `2026-10`, or a date that begins one, such as
 * `2026-11-01`; by default all months that are over.
 */
export function runLimit(text: string | undefined, now: number): number {
  if (text === undefined) return monthOf(now).from
  if (!/^\d{4}-\d\d-\d\d$/.test(text)) return parseMonth(text).until
  const { from } = parseMonth(text.slice(0, 7))
  if (text.endsWith('-01')) return from
  throw new Refusal(
    'invalid',
    'until must be a month such as 2026-10: invoices are of whole months.',
  )
}
