import { createCallRate } from '#kit/concurrency/call-rate.ts'
import { type Clock, monotonicClock } from '#kit/concurrency/clock.ts'
import { limitConcurrency } from '#kit/concurrency/concurrency-limit.ts'
import type { DnsResolver } from '#platform/model/hosting/dns-resolver.ts'
import type { DomainChecks, HostRecords } from '#platform/model/hosting/domains/domain-check.ts'
import { Refusal } from '#platform/model/refusal.ts'
import { lookUpHost } from './look-up-host.ts'

export interface DomainCheckOptions {
  dns: () => Pick<DnsResolver, 'resolve'>
  /** Milliseconds since the epoch, for the date of a check. */
  clock: () => number
  monotonic?: Clock
}

export const checkLimits = {
  /** Lookups of one caller. */
  perMinute: 30,
  burst: 20,
  /** Lookups at the same time, and how many wait. */
  maxConcurrent: 8,
  maxQueued: 64,
  /** A fresh look is not made again sooner than this. */
  minAge: 3_000,
  /** What is remembered is returned this long without a look. */
  maxAge: 20_000,
  maxRemembered: 1000,
  /** Milliseconds until a lookup takes what has come. */
  timeout: 5_000,
} as const

interface Remembered {
  records: HostRecords
  at: number
}

/**
 * One lookup of a host at a time, whoever asks: those who come while it runs get its result. A caller over its limit gets
 * what is remembered, so that a page that looks again does not turn into an error.
 */
export function createDomainChecks({
  dns,
  clock,
  monotonic = monotonicClock,
}: DomainCheckOptions): DomainChecks {
  const { perMinute, burst, maxConcurrent, maxQueued, minAge, maxAge } = checkLimits
  const rate = createCallRate({ perMinute, burst, maxKeys: 10_000 }, monotonic)
  const limited = limitConcurrency({ maxConcurrent, maxQueued, full: tooMany })
  const running = new Map<string, Promise<HostRecords>>()
  const remembered = new Map<string, Remembered>()

  const look = async (host: string): Promise<HostRecords> => {
    const records = await limited(() =>
      lookUpHost(dns(), host, AbortSignal.timeout(checkLimits.timeout), clock),
    )
    remembered.delete(host)
    remembered.set(host, { records, at: monotonic() })
    for (const old of remembered.keys()) {
      if (remembered.size <= checkLimits.maxRemembered) break
      remembered.delete(old)
    }
    return records
  }

  return {
    async lookUp(host, { caller, isFresh }) {
      const known = remembered.get(host)
      const isRecent = known && monotonic() - known.at < (isFresh ? minAge : maxAge)
      if (isRecent) return known.records
      const present = running.get(host)
      if (present !== undefined) return await present
      const wait = rate.take(caller)
      if (wait > 0) {
        if (known && !isFresh) return known.records
        throw new Refusal('limited', 'You have checked many domains within a minute.', {
          hint: `Try again in ${Math.ceil(wait / 1000)} seconds.`,
          wait: Math.ceil(wait / 1000),
        })
      }
      const looked = look(host).finally(() => running.delete(host))
      running.set(host, looked)
      return looked
    },
  }
}

const tooMany = () =>
  new Refusal('unavailable', 'Many domains are being checked right now. Try again in a moment.')
