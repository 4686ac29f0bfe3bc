import type { Certificate } from '#client/resources/applications/certificates.ts'

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

/** Certificates that cover at least one of the hosts. */
export const certificatesOf = (
  hosts: readonly string[],
  certificates: readonly Certificate[],
): Certificate[] =>
  certificates.filter(({ names }) =>
    hosts.some((host) => names.some((name) => isCovered(host, name))),
  )
