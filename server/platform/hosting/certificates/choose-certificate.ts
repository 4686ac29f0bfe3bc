import type { CertificateSummary } from '#platform/model/hosting/certificate.ts'

/** Certificates by each of their names, so that an owner with thousands of domains costs no more per host. */
export type CertificateIndex = ReadonlyMap<string, readonly CertificateSummary[]>

export function indexCertificates(certificates: readonly CertificateSummary[]): CertificateIndex {
  const index = new Map<string, CertificateSummary[]>()
  for (const certificate of certificates) {
    for (const name of certificate.names) {
      const same = index.get(name)
      if (same) same.push(certificate)
      else index.set(name, [certificate])
    }
  }
  return index
}

/**
 * The certificate that visitors of a host get, if any: a valid one before an expired one; uploaded by its owner before
 * ACME before the platform's; its exact name before a wildcard; the one that is valid for longest.
 */
export function chooseCertificate(
  host: string,
  indexes: readonly CertificateIndex[],
  now: number,
): CertificateSummary | undefined {
  const names = namesCovering(host)
  const fitting = indexes.flatMap((index) => names.flatMap((name) => index.get(name) ?? []))
  return fitting.reduce<CertificateSummary | undefined>(
    (best, each) =>
      best && !isBetter(ranksOf(each, host, now), ranksOf(best, host, now)) ? best : each,
    undefined,
  )
}

/** Names of certificates that cover a host: `*` stands for one label (RFC 6125, 6.4.3). */
function namesCovering(host: string): string[] {
  const dot = host.indexOf('.')
  return dot > 0 && !host.startsWith('*.') ? [host, `*${host.slice(dot)}`] : [host]
}

/** Smaller is better, the first difference decides. */
function ranksOf(certificate: CertificateSummary, host: string, now: number): number[] {
  const { source, ownerId, names, notAfter } = certificate
  const origin = ownerId === 'platform' ? 2 : source === 'acme' ? 1 : 0
  return [Number(now >= notAfter), origin, Number(!names.includes(host)), -notAfter]
}

function isBetter(one: readonly number[], other: readonly number[]): boolean {
  const at = one.findIndex((rank, index) => rank !== other[index])
  return at >= 0 && (one[at] ?? 0) < (other[at] ?? 0)
}

/** Whether a host is below the parent domain of all applications, which the operator's certificates are for. */
export const isBelow = (host: string, domain: string): boolean =>
  host.endsWith(`.${domain.split(':', 1)[0]}`)
