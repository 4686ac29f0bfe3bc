/**
 * What of a queue in the store is due. A due date further away than the longest pause was written before the clock was
 * set back, so it is due as well.
 */
export interface DueTime {
  now: number
  /** Longest pause between two attempts, in milliseconds. */
  maxPause: number
}
