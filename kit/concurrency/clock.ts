/** Milliseconds since an origin of the clock's own. Injected where a test needs another time. */
export type Clock = () => number

/**
 * Wall clock, in milliseconds since the epoch, for dates. An operator or NTP may set it to any time, so nothing that
 * lasts is measured by it.
 */
export const systemClock: Clock = () => Date.now()

/** Only grows, in step with time, and is of use in this thread alone. For durations, timeouts and deadlines. */
export const monotonicClock: Clock = () => performance.now()
