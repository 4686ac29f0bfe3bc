/** How long to wait before the n-th try (from 0): doubles from `first` up to `most`. */
export function backoff(attempt: number, { first = 1000, most = 60_000 } = {}): number {
  return Math.min(most, first * 2 ** Math.min(attempt, 30))
}
