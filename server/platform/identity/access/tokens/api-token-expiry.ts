import { parseDuration } from '#kit/text/duration.ts'
import { Refusal } from '#platform/model/refusal.ts'

/** Clients compute "in a year" with their own clock. */
const clockSkew = 60_000
const isoDate = /^\d{4}-\d{2}-\d{2}(T\d{2}:\d{2}(:\d{2}(\.\d{1,9})?)?(Z|[+-]\d{2}:?\d{2})?)?$/

/** Expiry of a token: a date or a duration; by default, and at most, a year from now. */
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

/** The same day next year: 365 days would be too short a limit in a leap year. */
function yearAfter(now: number): number {
  const date = new Date(now)
  return date.setUTCFullYear(date.getUTCFullYear() + 1)
}

const unusable = (problem: string) =>
  new Refusal('invalid', `The expiration date ${problem}.`, {
    fields: { expirationDate: problem },
  })
