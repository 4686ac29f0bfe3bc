import { isInternalAddress } from '#kit/net/networks/internal-address.ts'
import { loadBalancerOf } from '#platform/hosting/applications/domains/load-balancer.ts'
import { siteOf } from '#platform/hosting/applications/domains/reserved-names.ts'
import type { Platform } from '#platform/hosting/platform.ts'
import type { Application } from '#platform/model/hosting/application.ts'
import { baseOf, type DomainName, domainText, isWildcard } from '#platform/model/hosting/domain.ts'
import type { HostCertificate, HostRecords } from '#platform/model/hosting/domains/domain-check.ts'
import { Refusal } from '#platform/model/refusal.ts'
import { compareRecords, type ExpectedRecords, type RecordDifference } from './compare-records.ts'
import { certificateOf } from './host-certificate.ts'
import { retryOrder } from './retry-order.ts'

/** State of a domain: its DNS records and its certificate. */
export interface DomainState extends RecordDifference {
  /** Absent for a name below the platform's own domain, whose records are the operator's. */
  found?: HostRecords
  expected: ExpectedRecords
  certificate: HostCertificate
}

type Context = Pick<
  Platform,
  'store' | 'clock' | 'policies' | 'domainChecks' | 'certificateWorker'
> &
  Partial<Pick<Platform, 'acme'>>

/** Checks a domain of an application; one that is checked again gets its failed certificate order repeated. */
export async function checkDomain(
  platform: Context,
  application: Application,
  name: DomainName,
  { caller, isAgain }: { caller: string; isAgain: boolean },
): Promise<DomainState> {
  const { store, policies, domainChecks } = platform
  const present = await store.domains.find(name)
  if (present?.applicationId !== application.id) throw unknown(name)
  const { name: cname, addresses: a } = loadBalancerOf(policies, application)
  const expected = { a, cname }
  const owned = { host: name.host, ownerId: application.ownerId }
  if (siteOf(baseOf(name), policies.appsDomain) !== undefined) {
    const certificate = await certificateOf(platform, owned, 'managed')
    return { state: 'managed', wrong: [], missing: [], expected, certificate }
  }
  // Of a wildcard the records of some name below it.
  const host = isWildcard(name) ? `berth-check.${baseOf(name)}` : name.host
  const found = await domainChecks.lookUp(host, { caller, isFresh: isAgain })
  const difference = compareRecords(found, expected)
  if (isAgain) await retryOrder(platform, owned, difference.state)
  const certificate = await certificateOf(platform, owned, difference.state)
  return {
    ...withoutInternal(difference, a),
    found: {
      ...found,
      a: found.a.filter(isShown),
      aaaa: found.aaaa.filter(isShown),
    },
    expected,
    certificate,
  }

  /** The resolver of this machine may know names of its own network, which are nobody else's business. */
  function isShown(address: string): boolean {
    return a.includes(address) || !isInternalAddress(address)
  }
}

const withoutInternal = (difference: RecordDifference, expected: readonly string[]) => ({
  ...difference,
  wrong: difference.wrong.map((record) =>
    expected.includes(record.value) || !isInternalAddress(record.value)
      ? record
      : { ...record, value: 'an internal address' },
  ),
})

const unknown = (name: DomainName) =>
  new Refusal('missing', `The application has no domain ${domainText(name)}.`, {
    reason: 'domain-unknown',
  })
