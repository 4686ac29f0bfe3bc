/** The time now, in milliseconds since the epoch. Passed in wherever a test may want another time. */
export type Clock = () => number

export const systemClock: Clock = () => Date.now()
