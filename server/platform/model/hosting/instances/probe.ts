import type { Address } from '#platform/model/hosting/deployments/engine.ts'

/**
 * Sends GET for a path to an instance with the Host of a visitor; returns the status, or `undefined` without a
 * response.
 */
export type Probe = (
  address: Address,
  request: { host: string; path: string },
  signal: AbortSignal,
) => Promise<number | undefined>
