import { backoff } from '#kit/concurrency/backoff.ts'
import { isBelow } from '#platform/hosting/certificates/choose-certificate.ts'
import type { AcmeError } from '#platform/model/hosting/acme-client.ts'

const minute = 60_000
const hour = 60 * minute
const day = 24 * hour

export const orderLimits = {
  /** Orders at the same time, of different quota accounts. */
  maxConcurrent: 4,
  /** Failed orders of one quota account per hour: the ACME server counts them for the whole platform. */
  maxFailuresPerHour: 10,
  /** How long an order counts as under way: another server than the one that began it starts it again then. */
  lease: 15 * minute,
  /** Failures in a row before the owner is told. */
  failuresBeforeWarning: 3,
} as const

/**
 * Whether ACME may be asked for a host: not for an address; a wildcard would need a DNS challenge; below the platform's
 * domain there would be one certificate per application.
 */
export function isOrderable(host: string, appsDomain: string): boolean {
  return (
    !host.startsWith('*.') &&
    host.includes('.') &&
    !host.endsWith('.localhost') &&
    !/(^|\.)\d+$/.test(host) &&
    !isBelow(host, appsDomain)
  )
}

/** Pause after the n-th failure in a row (from 1): 5 minutes, doubling up to a day. */
export const failurePause = (failures: number): number =>
  backoff(failures - 1, { first: 5 * minute, max: day })

/** Pause of all orders while the ACME server is down: 1 minute, doubling up to an hour. */
export const outagePause = (outages: number): number =>
  backoff(outages - 1, { first: minute, max: hour })

/** What the server asks for, within reason. */
export const limitPause = ({ retryAfter }: Pick<AcmeError, 'retryAfter'>): number =>
  Math.min(Math.max(retryAfter ?? hour, minute), 7 * day)

/** Renewal is never sooner than this, whatever the dates of the certificate say. */
export const minRenewalPause = hour
