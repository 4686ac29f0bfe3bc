import { locale } from '#console/texts/en/locale.ts'

/** What a number is a number of. */
export type Unit =
  | 'count'
  | 'bytes'
  | 'percent'
  | 'milliseconds'
  | 'perMinute'
  | 'perSecond'
  | 'cpus'

const thin = '\u202f'
const whole = new Intl.NumberFormat(locale, { maximumFractionDigits: 0 })

/** Two significant places below ten, whole numbers above. */
const short = (value: number): string =>
  Math.abs(value) >= 10 || Number.isInteger(value)
    ? whole.format(value)
    : value.toFixed(Math.abs(value) < 1 ? 2 : 1)

function scaled(value: number, base: number, units: readonly string[]): string {
  let rest = value
  let at = 0
  while (Math.abs(rest) >= base && at < units.length - 1) {
    rest /= base
    at++
  }
  const unit = units[at] ?? ''
  return unit === '' ? short(rest) : `${short(rest)}${thin}${unit}`
}

/** A number with its unit, short enough for a table: "1.2 k", "340 MiB", "87 %", "120 ms". */
export function figure(value: number, unit: Unit): string {
  if (unit === 'bytes') return scaled(value, 1024, ['B', 'KiB', 'MiB', 'GiB', 'TiB'])
  if (unit === 'percent') return `${short(value)}${thin}%`
  if (unit === 'milliseconds')
    return value >= 1000 ? `${short(value / 1000)}${thin}s` : `${short(value)}${thin}ms`
  if (unit === 'perMinute') return `${scaled(value, 1000, ['', 'k', 'M'])}/min`
  if (unit === 'perSecond') return `${scaled(value, 1000, ['', 'k', 'M'])}/s`
  if (unit === 'cpus') return `${short(value)}${thin}CPU`
  return value >= 10_000 ? scaled(value, 1000, ['', 'k', 'M', 'G']) : short(value)
}

/** "1 instance", "3 instances". */
export const counted = (count: number, one: string, many = `${one}s`): string =>
  `${whole.format(count)} ${count === 1 ? one : many}`
