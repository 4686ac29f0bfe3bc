/** A range that ends now, or a fixed one; in milliseconds. */
export type MetricsRange = { length: number } | { since: number; until: number }
