import { locale } from '#console/texts/en/locale.ts'
import { formatDuration } from '#kit/text/duration.ts'

const second = 1000
const minute = 60 * second
const hour = 60 * minute
const day = 24 * hour

const steps: readonly [size: number, unit: Intl.RelativeTimeFormatUnit][] = [
  [365 * day, 'year'],
  [30 * day, 'month'],
  [7 * day, 'week'],
  [day, 'day'],
  [hour, 'hour'],
  [minute, 'minute'],
]

const relative = new Intl.RelativeTimeFormat(locale, { numeric: 'always', style: 'long' })

/** Part of a unit that may lack: what begins or ends an hour from now is "in 1 hour" for its first minute, not "in 59 minutes". */
const tolerance = 1 / 60

/** "3 minutes ago", "in 2 days"; less than a minute is "just now" or "in a moment". */
export function relativeTime(date: number, now: number): string {
  const distance = date - now
  for (const [size, unit] of steps) {
    const count = Math.floor(Math.abs(distance) / size + tolerance)
    if (count > 0) return relative.format(distance > 0 ? count : -count, unit)
  }
  return distance > 0 ? 'in a moment' : 'just now'
}

const exact = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'long' })
const days = new Intl.DateTimeFormat(locale, { dateStyle: 'medium' })
const clock = new Intl.DateTimeFormat(locale, {
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
})

/** Date and time with the zone of the reader: "16 Nov 2026, 10:04:12 CET". */
export const exactTime = (date: number): string => exact.format(date)

/** "16 Nov 2026". */
export const dayOf = (date: number): string => days.format(date)

const shortClock = new Intl.DateTimeFormat(locale, { hour: '2-digit', minute: '2-digit' })
const shortDay = new Intl.DateTimeFormat(locale, { day: 'numeric', month: 'short' })

const dayAndClock = new Intl.DateTimeFormat(locale, {
  day: 'numeric',
  month: 'short',
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
})

/** "10:04:12" of today, "16 Nov, 10:04:12" of another day. */
export const shortTime = (date: number, now = Date.now()): string =>
  dayOf(date) === dayOf(now) ? clock.format(date) : dayAndClock.format(date)

/** A time below a chart, all in seconds: "10:04", "10:04:30" where it is that fine, "16 Nov" where it spans days. */
export function axisTime(
  time: number,
  step: number,
  [from, until]: readonly [from: number, until: number],
): string {
  const date = time * 1000
  if (step < 60) return clock.format(date)
  const isMidnight = new Date(date).getHours() === 0 && new Date(date).getMinutes() === 0
  return step >= 86_400 || (isMidnight && until - from > 43_200)
    ? shortDay.format(date)
    : shortClock.format(date)
}

/** A duration as everywhere; a number stays on the line of its unit. */
export const duration = (milliseconds: number): string =>
  formatDuration(milliseconds).replaceAll(/(?<=\d) /g, '\u00a0')
