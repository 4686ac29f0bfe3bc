import type { ApplicationId } from '#platform/model/ids.ts'

/** What visitors ask for: a host and the first segments of the path. */
export interface DomainName {
  /** A lower-case name in ASCII without port, or `*.name` for all names below. */
  host: string
  /** `/`, or whole segments such as `/shop`, without a slash at the end. */
  path: string
}

/** A name that leads to an application. */
export interface Domain extends DomainName {
  applicationId: ApplicationId
  favourite: boolean
}

/** The default domain of an application: `app-<uuid>.<domain of the platform>`. */
export function ownDomain(applicationId: ApplicationId, appsDomain: string): string {
  return `${applicationId.replace('_', '-')}.${appsDomain}`
}

/** `example.org/` or `example.org/shop`. */
export const domainText = ({ host, path }: DomainName): string => host + path

export const isWildcard = ({ host }: Pick<DomainName, 'host'>): boolean => host.startsWith('*.')

/** The host without the `*.` of a wildcard. */
export const baseOf = ({ host }: Pick<DomainName, 'host'>): string =>
  host.startsWith('*.') ? host.slice(2) : host

/** Whether a host is below a name. */
export const isBelow = (host: string, name: string): boolean => host.endsWith(`.${name}`)

/** The domain to show and to check an application by: its favourite, else the first that is not a wildcard. */
export const mainDomain = (domains: readonly Domain[]): Domain | undefined =>
  domains.find(({ favourite }) => favourite) ?? domains.find((domain) => !isWildcard(domain))
