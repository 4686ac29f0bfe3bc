import { locale } from '#console/texts/en/locale.ts'

/** Hours of a month of thirty days, for prices of an hour. */
export const hoursOfMonth = 24 * 30

/** An amount in its currency; small ones keep four places, so that the price of an hour is not rounded away. */
export function price(amount: number, currency: string): string {
  const isSmall = amount !== 0 && Math.abs(amount) < 0.1
  return new Intl.NumberFormat(locale, {
    style: 'currency',
    currency,
    ...(isSmall && { maximumFractionDigits: 4 }),
  }).format(amount)
}
