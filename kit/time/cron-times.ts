import type { CronTimes } from './cron-schedule.ts'

const minute = 60_000
const day = 86_400_000
/** Days until any date that exists has come: the 29th of February of a leap year, after a century without one. */
const maxDays = 8 * 366 + 1

/** The beginning of the minute of a time. */
export const minuteOf = (time: number): number => Math.floor(time / minute) * minute

/** The first time of a schedule after this one, in UTC; `undefined` for a date that never comes, such as the 31st of June. */
export function nextTime(times: CronTimes, after: number): number | undefined {
  const from = minuteOf(after) + minute
  const firstDay = Math.floor(from / day) * day
  for (let count = 0; count < maxDays; count++) {
    const date = firstDay + count * day
    if (!isDueOn(times, date)) continue
    const found = timesOfDay(times, date).find((time) => time >= from)
    if (found !== undefined) return found
  }
  return undefined
}

/** The times of a schedule after the first and up to the second one, oldest first. */
export function timesWithin(times: CronTimes, after: number, until: number): number[] {
  const found: number[] = []
  for (let date = Math.floor(after / day) * day; date <= until; date += day) {
    if (!isDueOn(times, date)) continue
    for (const time of timesOfDay(times, date)) if (time > after && time <= until) found.push(time)
  }
  return found
}

function isDueOn({ days, months, weekdays, rule }: CronTimes, date: number): boolean {
  const of = new Date(date)
  if (!months.includes(of.getUTCMonth() + 1)) return false
  const isDay = days.includes(of.getUTCDate())
  const isWeekday = weekdays.includes(of.getUTCDay())
  return rule === 'either' ? isDay || isWeekday : isDay && isWeekday
}

const timesOfDay = ({ hours, minutes }: CronTimes, date: number): number[] =>
  hours.flatMap((hour) => minutes.map((each) => date + (hour * 60 + each) * minute))
