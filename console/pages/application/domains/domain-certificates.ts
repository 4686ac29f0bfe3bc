import type { Certificate, CertificateOrder } from '#client/resources/applications/certificates.ts'

/** The host of a domain, without port and path: `shop.example.org:4443/api` is at `shop.example.org`. */
export const hostOf = (fqdn: string): string => fqdn.replace(/[:/].*$/s, '')

/** The path of a domain: `/` for the whole host. */
export const pathOf = (fqdn: string): string => {
  const at = fqdn.indexOf('/')
  return at < 0 ? '/' : fqdn.slice(at)
}

/** A wildcard stands for one label; a wildcard domain is covered only by the same wildcard. */
export function isCovered(host: string, name: string): boolean {
  if (host === name) return true
  if (!name.startsWith('*.') || host.startsWith('*.')) return false
  const dot = host.indexOf('.')
  return dot > 0 && host.slice(dot + 1) === name.slice(2)
}

/** The certificate for a host: of those that cover it the one that is valid longest. */
export const certificateFor = (
  host: string,
  certificates: readonly Certificate[],
): Certificate | undefined =>
  certificates
    .filter(({ names }) => names.some((name) => isCovered(host, name)))
    .toSorted((one, other) => Date.parse(other.notAfter) - Date.parse(one.notAfter))[0]

/** What is known about the certificate of a host. */
type CertificateState =
  | { kind: 'present'; certificate: Certificate }
  | { kind: 'ordered'; order: CertificateOrder }
  | { kind: 'none' }

export function certificateState(
  host: string,
  { list, orders }: { list: readonly Certificate[]; orders: readonly CertificateOrder[] },
): CertificateState {
  const certificate = certificateFor(host, list)
  if (certificate) return { kind: 'present', certificate }
  const order = orders.find((each) => each.host === host)
  return order ? { kind: 'ordered', order } : { kind: 'none' }
}

/** Certificates that cover at least one of the hosts. */
export const certificatesOf = (
  hosts: readonly string[],
  certificates: readonly Certificate[],
): Certificate[] =>
  certificates.filter(({ names }) =>
    hosts.some((host) => names.some((name) => isCovered(host, name))),
  )
