import type { Platform } from '#platform/platform.ts'

const reserve = 10_000

/** How long a question may be under way before it is taken for abandoned, in milliseconds. */
export const leaseOf = ({ policies }: Pick<Platform, 'policies'>): number =>
  2 * policies.providerTimeout + reserve
