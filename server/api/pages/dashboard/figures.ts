const thin = '\u202f'
const whole = new Intl.NumberFormat('en-GB', { maximumFractionDigits: 0 })
const units = ['B', 'KiB', 'MiB', 'GiB', 'TiB']

/** Two significant places below ten, whole numbers above. */
const short = (value: number): string =>
  value >= 10 || Number.isInteger(value) ? whole.format(value) : value.toFixed(value < 1 ? 2 : 1)

/** `340 MiB`. */
export function bytes(value: number): string {
  const power = Math.min(
    units.length - 1,
    value < 1 ? 0 : Math.floor(Math.log(value) / Math.log(1024)),
  )
  return `${short(value / 1024 ** power)}${thin}${units[power]}`
}

/** `12,345`. */
export const count = (value: number): string => whole.format(value)

/** `0.25 ms`, `1.2 s`, `3 min`. */
export function milliseconds(value: number): string {
  if (value < 1_000) return `${short(value)}${thin}ms`
  return value < 60_000 ? `${short(value / 1000)}${thin}s` : seconds(value / 1000)
}

const minute = 60
const hour = 60 * minute
const day = 24 * hour

/** `40 s`, `3 min`, `5 h`, `12 days`. */
export function seconds(value: number): string {
  if (value < minute) return `${Math.floor(value)}${thin}s`
  if (value < hour) return `${Math.floor(value / minute)}${thin}min`
  if (value < 2 * day) return `${Math.floor(value / hour)}${thin}h`
  return `${whole.format(Math.floor(value / day))} days`
}

/** `31 Jan 2026, 09:30 UTC`. */
const moment = new Intl.DateTimeFormat('en-GB', {
  dateStyle: 'medium',
  timeStyle: 'short',
  timeZone: 'UTC',
})
export const dateOf = (date: string | number): string => `${moment.format(new Date(date))} UTC`
