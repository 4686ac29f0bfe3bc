const megabyte = 1024 * 1024

/** Assumed growth of a folder in bytes per second, before it was observed. */
export const assumedGrowth = 200 * megabyte
/** Milliseconds between two measurements. */
export const delays = { min: 200, max: 5_000 }

/** One measurement of a folder. */
export interface Measurement {
  bytes: number
  /** In milliseconds. */
  at: number
}

/**
 * Milliseconds until a folder that is written to has to be measured again: before it can reach its limit, at the
 * assumed growth or at twice the growth between the last two measurements. Beyond the limit as often as possible.
 */
export function measureDelay(
  { bytes, at }: Measurement,
  before: Measurement | undefined,
  maxBytes: number,
): number {
  const seconds = before ? Math.max(at - before.at, 1) / 1_000 : 1
  const growth = before ? Math.max(0, bytes - before.bytes) / seconds : 0
  const left = Math.max(0, maxBytes - bytes)
  const delay = (left / Math.max(assumedGrowth, 2 * growth)) * 1_000
  return Math.min(delays.max, Math.max(delays.min, Math.round(delay)))
}
