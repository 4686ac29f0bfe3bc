import {
  chooseCertificate,
  indexCertificates,
  isBelow,
} from '#platform/hosting/certificates/choose-certificate.ts'
import type { Platform } from '#platform/hosting/platform.ts'
import { type CertificateOrder, stateOf } from '#platform/model/hosting/certificate.ts'
import type { DnsState, HostCertificate } from '#platform/model/hosting/domains/domain-check.ts'
import type { OwnerId } from '#platform/model/ids.ts'
import { adviceFor } from './order-advice.ts'

type Context = Pick<Platform, 'store' | 'clock' | 'policies'> & Partial<Pick<Platform, 'acme'>>

/** The certificate that visitors of a host get, and how the order of one goes. */
export async function certificateOf(
  { store, clock, policies, acme }: Context,
  { host, ownerId }: { host: string; ownerId: OwnerId },
  dns: DnsState,
): Promise<HostCertificate> {
  const shared = isBelow(host, policies.appsDomain)
  const [own, platform, order] = await Promise.all([
    store.certificates.listSummaries(ownerId),
    shared ? store.certificates.listSummaries('platform') : [],
    acme ? store.certificateOrders.find(host) : undefined,
  ])
  const now = clock()
  const indexes = [own, platform].map(indexCertificates)
  const chosen = chooseCertificate(host, indexes, now)
  const standing = order?.ownerId === ownerId ? order : undefined
  return {
    state: standing && !chosen ? orderState(standing) : chosen ? stateOf(chosen, now) : 'none',
    ...(chosen && {
      source: chosen.ownerId === 'platform' ? 'platform' : chosen.source,
      notAfter: chosen.notAfter,
    }),
    ...(standing && { nextAttempt: standing.dueAt }),
    ...(standing?.problem && {
      problem: standing.problem,
      advice: adviceFor(standing.problem, dns),
    }),
  }
}

const orderState = ({ problem, attemptedBy }: CertificateOrder) =>
  attemptedBy !== null ? 'ordering' : problem !== null ? 'failed' : 'wanted'
