import { parseDuration } from '#kit/text/duration.ts'
import { Refusal } from '#platform/refusal.ts'

/** Clients reckon "in a year" by clocks of their own. */
const clockSkew = 60_000
const isoDate = /^\d{4}-\d{2}-\d{2}(T\d{2}:\d{2}(:\d{2}(\.\d{1,9})?)?(Z|[+-]\d{2}:?\d{2})?)?$/

/** When a token ends: a date, or a duration from now on; a year from now when nothing is said, and never later. */
export function expiryOf(text: string | undefined, now: number): number {
  const latest = yearAfter(now)
  if (text === undefined) return latest
  const duration = parseDuration(text)
  const date = duration === undefined ? dateOf(text) : now + duration
  if (date === undefined) {
    throw unusable('is neither a date such as 2027-01-31 nor a duration such as 12h or 30d')
  }
  if (date <= now) throw unusable('is in the past')
  if (date > latest + clockSkew) throw unusable('is more than a year away')
  return Math.min(date, latest)
}

function dateOf(text: string): number | undefined {
  const date = isoDate.test(text) ? Date.parse(text) : Number.NaN
  return Number.isNaN(date) ? undefined : date
}

/** The same day next year: a duration of 365 days would refuse it in a leap year. */
function yearAfter(now: number): number {
  const date = new Date(now)
  return date.setUTCFullYear(date.getUTCFullYear() + 1)
}

const unusable = (problem: string) =>
  new Refusal('invalid', `The expiration date ${problem}.`, {
    fields: { expirationDate: problem },
  })
