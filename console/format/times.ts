import { locale } from '#console/texts/en/locale.ts'

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

/** "3 minutes ago", "in 2 days"; less than a minute is "just now" or "in a moment". */
export function relativeTime(date: number, now: number): string {
  const distance = date - now
  for (const [size, unit] of steps) {
    if (Math.abs(distance) >= size) return relative.format(Math.trunc(distance / size), unit)
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

/** "10:04:12". */
export const clockTime = (date: number): string => clock.format(date)

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

/** A duration with one unit that says enough: "840 ms", "2.1 s", "3 min 20 s", "1 h 5 min", "2 d 3 h". A number stays on the line of its unit. */
export function duration(milliseconds: number): string {
  if (milliseconds < second) return `${Math.round(milliseconds)}\u00a0ms`
  if (milliseconds < 10 * second) return `${(milliseconds / second).toFixed(1)}\u00a0s`
  const seconds = Math.round(milliseconds / second)
  if (seconds < 60) return `${seconds}\u00a0s`
  if (seconds < 3600) return pair(seconds, 60, 'min', 1, 's')
  if (seconds < 86_400) return pair(seconds, 3600, 'h', 60, 'min')
  return pair(seconds, 86_400, 'd', 3600, 'h')
}

function pair(seconds: number, large: number, largeUnit: string, small: number, unit: string) {
  const whole = Math.floor(seconds / large)
  const rest = Math.floor((seconds % large) / small)
  return rest === 0
    ? `${whole}\u00a0${largeUnit}`
    : `${whole}\u00a0${largeUnit} ${rest}\u00a0${unit}`
}
