import { Refusal } from '#platform/model/refusal.ts'

/** Half-open: `from` belongs to it, `until` does not. Milliseconds, UTC. */
export interface Period {
  readonly from: number
  readonly until: number
}

/** The UTC calendar month around a time. */
export function monthOf(time: number): Period {
  const date = new Date(time)
  const [year, month] = [date.getUTCFullYear(), date.getUTCMonth()]
  return { from: Date.UTC(year, month), until: Date.UTC(year, month + 1) }
}

const dayLength = 86_400_000

/** The UTC day around a time. */
export function dayOf(time: number): Period {
  const from = Math.floor(time / dayLength) * dayLength
  return { from, until: from + dayLength }
}

/** Consecutive periods from the one around `from` that begin before `until`. */
export function periodsWithin(
  { from, until }: Period,
  around: (time: number) => Period,
): readonly Period[] {
  const periods: Period[] = []
  for (let period = around(from); period.from < until; period = around(period.until)) {
    periods.push(period)
  }
  return periods
}

/**
 * Billed seconds between two times. Each end is rounded down to its second, so that an interval that is split anywhere
 * has, in sum, the seconds of the whole.
 */
export const secondsBetween = (from: number, until: number): number =>
  Math.max(0, Math.floor(until / 1000) - Math.floor(from / 1000))

/** The part of a span inside a period, or `undefined`. */
export function overlap(span: Period, period: Period): Period | undefined {
  const from = Math.max(span.from, period.from)
  const until = Math.min(span.until, period.until)
  return from < until ? { from, until } : undefined
}

/** Reads a month such as `2026-11`. */
export function parseMonth(text: string): Period {
  const [, year, month] = /^(\d{4})-(0[1-9]|1[0-2])$/.exec(text) ?? []
  if (year !== undefined && month !== undefined) {
    return monthOf(Date.UTC(Number(year), Number(month) - 1))
  }
  const shown = JSON.stringify(text.slice(0, 40))
  throw new Refusal('invalid', `Invalid month ${shown}: use year and month, such as 2026-11.`)
}

/** `2026-11` for a period that begins in that month. */
export const monthName = ({ from }: Period): string => new Date(from).toISOString().slice(0, 7)
