/** Upper bounds of the latency buckets of API calls, in milliseconds; one more bucket takes the rest. */
export const callBounds = [5, 10, 25, 50, 100, 250, 500, 1000, 2500, 5000, 10_000] as const

/** API calls of one method and one class of status. */
export interface CallCounters {
  method: string
  /** Such as `2xx`. */
  status: string
  calls: number
  milliseconds: number
  /** Calls by latency, in the buckets of `callBounds`. */
  latency: number[]
}

/** API calls since the start of the server. */
export interface PlatformCounters {
  noteCall(method: string, status: number, milliseconds: number): void
  calls(): CallCounters[]
}
