import type { Address } from '#platform/deployments/engine.ts'

/**
 * Sends GET for a path to an instance, as a visitor of `host` would, and gives the status of the answer.
 * `undefined` when nothing answers.
 */
export type Probe = (
  address: Address,
  request: { host: string; path: string },
  signal: AbortSignal,
) => Promise<number | undefined>
