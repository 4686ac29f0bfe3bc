import type { UserId } from '#platform/model/ids.ts'

/** Identity by which an API call is counted. */
export type CountedCaller =
  /** An access token, API token or session with its user: the user has a limit of its own, across all tokens. */
  { credential: string; userId: UserId } | { address: string }

/** Rate limit for API calls. */
export interface CallLimits {
  count(caller: CountedCaller, cost?: number): void
}
