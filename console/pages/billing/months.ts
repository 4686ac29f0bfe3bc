/** The last months, newest first, such as `2026-11`; months begin in UTC, as those of invoices do. */
export function lastMonths(now: number, count = 13): string[] {
  const date = new Date(now)
  return Array.from({ length: count }, (_, back) =>
    new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() - back, 1))
      .toISOString()
      .slice(0, 7),
  )
}

const names = new Intl.DateTimeFormat('en-GB', { month: 'long', year: 'numeric', timeZone: 'UTC' })

/** "November 2026". */
export const monthName = (month: string): string =>
  names.format(Date.parse(`${month}-01T00:00:00Z`))

const days = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', timeZone: 'UTC' })

/** "16 Nov". */
export const dayName = (day: string): string => days.format(Date.parse(`${day}T00:00:00Z`))

/** All days of a month with their costs; a day without figures costs nothing. */
export function daysOfMonth(month: string, costs: ReadonlyMap<string, number>) {
  const [year = 0, number = 0] = month.split('-').map(Number)
  const count = new Date(Date.UTC(year, number, 0)).getUTCDate()
  return Array.from({ length: count }, (_, at) => {
    const day = `${month}-${String(at + 1).padStart(2, '0')}`
    return { day, cost: costs.get(day) ?? 0 }
  })
}

interface DayBar {
  day: string
  cost: number
  /** A day to come, whose cost is what the forecast leaves for it. */
  isExpected: boolean
}

/** Spreads what is still expected of a month evenly over its days after today. */
export function expectedDays(
  days: readonly Omit<DayBar, 'isExpected'>[],
  today: string | undefined,
  left: number,
): DayBar[] {
  const coming = today === undefined ? 0 : days.filter(({ day }) => day > today).length
  return days.map(({ day, cost }) =>
    today !== undefined && day > today
      ? { day, cost: Math.max(left, 0) / coming, isExpected: true }
      : { day, cost, isExpected: false },
  )
}
