import type { Domain } from '#client/resources/applications/domains.ts'

/** A domain as commands print it; the names are those of the stock client. */
export interface ShownDomain {
  /** As the API shows it, with the port where it is not the usual one. */
  domainWithPathPrefix: string
  hostname: string
  pathPrefix: string
  isWildcard: boolean
  isFavourite: boolean
}

export function shownDomain({ fqdn }: Domain, favourite?: Domain): ShownDomain {
  const { hostname, pathname } = new URL(`https://${fqdn}`)
  return {
    domainWithPathPrefix: fqdn,
    hostname,
    pathPrefix: pathname,
    isWildcard: hostname.startsWith('*.'),
    isFavourite: fqdn === favourite?.fqdn,
  }
}

/** The host without the `*.` of a wildcard. */
export const baseHost = ({ hostname }: Pick<ShownDomain, 'hostname'>): string =>
  hostname.replace(/^\*\./, '')

/** Domain of the platform that an application's own domain is below; absent once that was removed. */
export function appsDomainOf(domains: readonly ShownDomain[]): string | undefined {
  const own = domains.find(({ hostname }) => /^app-[0-9a-f-]{36}\./.test(hostname))
  return own?.hostname.slice(own.hostname.indexOf('.') + 1)
}
