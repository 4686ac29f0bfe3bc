import { integer, nullable, object, oneOf, string } from '#kit/schema.ts'

/** Whether an application sleeps, and when it will; dates are ISO 8601. */
export const sleepAnswer = object({
  state: oneOf('awake', 'asleep', 'waking'),
  /** Minutes without a visitor after which it falls asleep; `null` for never. */
  minutes: nullable(integer),
  /** `null` while it is awake. */
  asleepSince: nullable(string),
  /** To the minute; `null` when no visit is known. */
  lastVisitAt: nullable(string),
})
