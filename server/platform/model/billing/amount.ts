import Big from 'big.js'

/** An exact decimal number: sums and products are never rounded. */
export type Amount = Big

export const zero: Amount = new Big(0)

const decimalPattern = /^-?\d{1,400}(\.\d{1,400})?$/

/** Whether a text is a plain decimal such as `12.34`; exponents are refused, because their digits have no bound. */
export const isDecimal = (text: string): boolean => decimalPattern.test(text)

/** Reads a plain decimal. */
export function amountOf(text: string): Amount {
  if (!isDecimal(text)) throw new Error(`not a decimal: ${text.slice(0, 40)}`)
  return new Big(text)
}

/** The shortest decimal that a number is written with, so that 0.1 is exactly one tenth. */
export const decimalOf = (number: number): string => new Big(String(number)).toFixed()

/** A plain decimal without exponent, with all digits. */
export const textOf = (amount: Amount): string => amount.toFixed()

export const sumOf = (amounts: readonly Amount[]): Amount =>
  amounts.reduce((sum, amount) => sum.plus(amount), zero)

export const minOf = (one: Amount, other: Amount): Amount => (one.lt(other) ? one : other)
export const maxOf = (one: Amount, other: Amount): Amount => (one.gt(other) ? one : other)

const roundedTo = new Map<number, typeof Big>()

/**
 * The quotient, rounded once to so many decimals: half up, that is, to the nearest and away from zero when both are
 * equally near. The digits behind are never cut first, so that a quotient is not rounded twice.
 */
export function divideHalfUp(dividend: Amount, divisor: Amount, decimals: number): Amount {
  const Rounded = roundedTo.get(decimals) ?? Big()
  Rounded.DP = decimals
  Rounded.RM = Big.roundHalfUp
  roundedTo.set(decimals, Rounded)
  return new Big(new Rounded(dividend).div(divisor))
}

export const roundHalfUp = (amount: Amount, decimals: number): Amount =>
  amount.round(decimals, Big.roundHalfUp)
