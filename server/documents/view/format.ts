import { amountOf, textOf } from '#platform/model/billing/amount.ts'
import type { InvoiceLine } from '#platform/model/billing/invoices/invoice.ts'
import type { Period } from '#platform/model/billing/period.ts'
import { minorDecimals } from '#platform/model/billing/rounding.ts'

const formats = new Map<string, Intl.NumberFormat>()

/** Formats a decimal text exactly: `Intl` reads texts without going through a floating-point number. */
function format(
  decimal: string,
  currency: string,
  minDecimals: number,
  maxDecimals: number,
): string {
  const key = `${currency} ${minDecimals} ${maxDecimals}`
  let numbers = formats.get(key)
  if (!numbers) {
    numbers = new Intl.NumberFormat('en', {
      ...(currency === '' ? {} : { style: 'currency', currency }),
      minimumFractionDigits: minDecimals,
      maximumFractionDigits: maxDecimals,
    })
    formats.set(key, numbers)
  }
  return numbers.format(decimal as `${number}`).replace('-', '\u2212')
}

/** `€1,234.50`; all decimals of the currency, and more if the amount has them. */
export function formatMoney(amount: string, currency: string): string {
  const decimals = minorDecimals(currency)
  return format(amount, currency, decimals, Math.max(decimals, 2))
}

/** `1,234.5`. */
const formatNumber = (decimal: string, maxDecimals = 4): string =>
  format(decimal, '', 0, maxDecimals)

/** `20 %`. */
export const formatPercent = (percent: string): string => `${formatNumber(percent)} %`

/** Seconds as `720:15:08 h`, because nobody reads 2,592,908 seconds; months and pieces as numbers. */
export function formatQuantity({ quantity, unit }: Pick<InvoiceLine, 'quantity' | 'unit'>): string {
  if (unit === 'piece') return formatNumber(quantity, 9)
  if (unit === 'month') {
    const months = formatNumber(quantity)
    return `${months} ${months === '1' ? 'month' : 'months'}`
  }
  const sign = quantity.startsWith('-') ? '\u2212' : ''
  const [seconds = '0', part] = quantity.replace('-', '').split('.')
  if (part !== undefined && /[^0]/.test(part)) return `${formatNumber(quantity, 9)} s`
  const whole = BigInt(seconds)
  const two = (number: bigint) => `${number}`.padStart(2, '0')
  const hours = formatNumber(`${whole / 3600n}`)
  return `${sign}${hours}:${two((whole / 60n) % 60n)}:${two(whole % 60n)} h`
}

const secondsPerHour = amountOf('3600')

/** Price of an hour, a month or a piece, with up to six decimals: the exact one is in the XML and CSV forms. */
export function formatUnitPrice(
  { unitPrice, unit }: Pick<InvoiceLine, 'unitPrice' | 'unit'>,
  currency: string,
): string {
  const decimals = minorDecimals(currency)
  const shown = (price: string) => format(price, currency, decimals, Math.max(decimals, 6))
  if (unit === 'second') return `${shown(textOf(amountOf(unitPrice).times(secondsPerHour)))} / h`
  return unit === 'month' ? `${shown(unitPrice)} / month` : shown(unitPrice)
}

const dates = new Map<'long' | 'short', Intl.DateTimeFormat>()

/** Dates in UTC: `16 November 2026` or `16 Nov`. Made when first needed, because that takes longer than loading the server's largest module. */
function datesOf(length: 'long' | 'short'): Intl.DateTimeFormat {
  let format = dates.get(length)
  if (!format) {
    const year = length === 'long' ? 'numeric' : undefined
    format = new Intl.DateTimeFormat('en-GB', {
      timeZone: 'UTC',
      day: 'numeric',
      month: length,
      year,
    })
    dates.set(length, format)
  }
  return format
}

/** `16 November 2026`, in UTC. */
export const formatDate = (time: number): string => datesOf('long').format(time)

/** The last millisecond, because a period ends before the day that `until` begins. */
const lastOf = ({ from, until }: Period) => Math.max(from, until - 1)

/** `1 – 30 November 2026`. */
export const formatPeriod = (period: Period): string => formatSpan(period, datesOf('long'))

/** `1 – 30 Nov`, for lines within a year that the page names. */
export const formatDays = (period: Period): string => formatSpan(period, datesOf('short'))

/** From the first to the last day; the month is named once if it is the same. */
function formatSpan(period: Period, days: Intl.DateTimeFormat): string {
  const [first, last] = [days.format(period.from), days.format(lastOf(period))]
  if (first === last) return first
  const [day = '', ...month] = first.split(' ')
  const isSameMonth = last.endsWith(` ${month.join(' ')}`)
  return `${isSameMonth ? day : first} – ${last}`
}

/** `FR76 3000 6000 0112 …`, as printed by banks. */
export const formatIban = (iban: string): string =>
  (iban.replaceAll(' ', '').match(/.{1,4}/g) ?? []).join(' ')
