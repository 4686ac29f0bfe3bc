/** Delay before the n-th retry (from 0): doubles from `first` up to `max`. */
export function backoff(attempt: number, { first = 1000, max = 60_000 } = {}): number {
  return Math.min(max, first * 2 ** Math.min(attempt, 30))
}
