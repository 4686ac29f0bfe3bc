import type { Platform } from '#platform/marketplace/platform.ts'

const reserve = 10_000

/** Lease on a provider call, in milliseconds, after which it counts as abandoned. */
export const leaseOf = ({ policies }: Pick<Platform, 'policies'>): number =>
  2 * policies.providerTimeout + reserve
