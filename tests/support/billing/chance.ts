import { seededRandom } from '#tests/support/faults/mutate.ts'

/** Seeds of a property test: the one that `TEST_SEED` names, else some of each run and a few that are always the same. */
export function seedsOf(count: number): readonly number[] {
  const given = process.env.TEST_SEED
  if (given) return [Number(given)]
  const fresh = Math.floor(Math.random() * 1e9)
  return [...Array.from({ length: count - 1 }, (_, at) => at + 1), fresh]
}

/** Random choices of one seed. */
export interface Chance {
  /** A whole number from 0 to below the limit. */
  below(limit: number): number
  /** A whole number from `from` to below `until`. */
  between(from: number, until: number): number
  one<T>(of: readonly T[]): T
  isTrue(probability: number): boolean
  /** A decimal with so many digits before and after the point. */
  decimal(whole: number, decimals: number): string
}

export function createChance(seed: number): Chance {
  const random = seededRandom(seed)
  const below = (limit: number) => Math.floor(random() * limit)
  return {
    below,
    between: (from, until) => from + below(until - from),
    one(of) {
      const chosen = of[below(of.length)]
      if (chosen === undefined) throw new Error('nothing to choose from')
      return chosen
    },
    isTrue: (probability) => random() < probability,
    decimal: (whole, decimals) =>
      `${below(10 ** whole)}.${String(below(10 ** decimals)).padStart(decimals, '0')}`,
  }
}
