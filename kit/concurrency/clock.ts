/** Current time, in milliseconds since the epoch. Injected where a test needs another time. */
export type Clock = () => number

export const systemClock: Clock = () => Date.now()
