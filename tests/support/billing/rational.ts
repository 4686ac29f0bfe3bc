/** A fraction of whole numbers, as an independent way to calculate with money: nothing is ever rounded. */
export interface Rational {
  readonly n: bigint
  /** Positive. */
  readonly d: bigint
}

export function rational(text: string): Rational {
  const [, sign, whole = '0', digits = ''] = /^(-?)(\d+)(?:\.(\d+))?$/.exec(text) ?? []
  if (sign === undefined) throw new Error(`not a decimal: ${text}`)
  const n = BigInt(whole + digits)
  return { n: sign ? -n : n, d: 10n ** BigInt(digits.length) }
}

export const nothing: Rational = { n: 0n, d: 1n }
export const plus = (a: Rational, b: Rational): Rational => ({
  n: a.n * b.d + b.n * a.d,
  d: a.d * b.d,
})
export const minus = (a: Rational, b: Rational): Rational => plus(a, { n: -b.n, d: b.d })
export const times = (a: Rational, b: Rational): Rational => ({ n: a.n * b.n, d: a.d * b.d })
export const part = (n: number, d: number): Rational => ({ n: BigInt(n), d: BigInt(d) })
export const compare = (a: Rational, b: Rational): bigint => a.n * b.d - b.n * a.d
export const smaller = (a: Rational, b: Rational): Rational => (compare(a, b) < 0n ? a : b)

/** Cents, half up and away from zero. */
export function cents({ n, d }: Rational): Rational {
  const [size, sign] = n < 0n ? [-n, -1n] : [n, 1n]
  return { n: sign * ((size * 200n + d) / (2n * d)), d: 100n }
}

/** An amount of whole cents as text: `-12.30`. */
export function centText(amount: Rational): string {
  const { n, d } = cents(amount)
  if (n * amount.d !== amount.n * d) throw new Error('not a whole number of cents')
  const digits = String(n < 0n ? -n : n).padStart(3, '0')
  return `${n < 0n ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`
}
