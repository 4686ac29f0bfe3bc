import { type Amount, divideHalfUp, roundHalfUp } from './amount.ts'

const withoutMinorUnit =
  'BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX UYI VND VUV XAF XOF XPF'.split(' ')
const withThousandths = 'BHD IQD JOD KWD LYD OMR TND'.split(' ')

/** Decimals of a currency's minor unit, as in ISO 4217. */
export function minorDecimals(currency: string): number {
  if (withoutMinorUnit.includes(currency)) return 0
  return withThousandths.includes(currency) ? 3 : 2
}

const currencies: ReadonlySet<string> = new Set(Intl.supportedValuesOf('currency'))

export const isCurrency = (code: string): boolean => currencies.has(code)

/**
 * Rounds half up to the minor unit. Done once for each line, for the discount and for each tax; totals are sums of
 * rounded amounts, so that what is printed adds up.
 */
export const roundMoney = (amount: Amount, currency: string): Amount =>
  roundHalfUp(amount, minorDecimals(currency))

/** The same for a quotient. */
export const divideMoney = (dividend: Amount, divisor: Amount, currency: string): Amount =>
  divideHalfUp(dividend, divisor, minorDecimals(currency))

/** An amount of money as text, with all decimals of the currency: `12.30`. */
export const moneyText = (amount: Amount, currency: string): string =>
  amount.toFixed(minorDecimals(currency))
