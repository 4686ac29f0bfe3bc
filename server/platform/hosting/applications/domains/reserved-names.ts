import {
  baseOf,
  type DomainName,
  domainText,
  isBelow,
  isWildcard,
  ownDomain,
} from '#platform/model/hosting/domain.ts'
import type { ApplicationId } from '#platform/model/ids.ts'
import { Refusal } from '#platform/model/refusal.ts'
import { invalidDomain } from './parse-domain.ts'

export interface NamePolicies {
  appsDomain: string
  /** Hosts of the platform itself: API, bridge, console, Git, add-ons. */
  platformHosts: readonly string[]
}

/**
 * Labels below the domain of applications that nobody gets: mail programs, browsers and certificate authorities look
 * for rules of the whole domain there, and visitors take them for the operator's.
 */
const reservedLabels: ReadonlySet<string> = new Set([
  ...['admin', 'api', 'bridge', 'console', 'git', 'login', 'www'],
  ...['autoconfig', 'autodiscover', 'isatap', 'localhost', 'mail', 'mta-sts', 'openpgpkey', 'wpad'],
])

/** Refuses names that belong to the platform, to its operator or to another application by definition. */
export function refuseReservedName(
  name: DomainName,
  applicationId: ApplicationId,
  { appsDomain, platformHosts }: NamePolicies,
): void {
  const base = baseOf(name)
  const site = siteOf(base, appsDomain)
  if (site === undefined && isBelow(base, 'localhost')) {
    throw invalidDomain(domainText(name), 'localhost is the machine of each visitor')
  }
  if (platformHosts.some((host) => touches(name, host, appsDomain))) throw notAllowed(name)
  if (base === appsDomain) throw notAllowed(name)
  if (site === undefined) {
    if (isWildcard(name) && isBelow(appsDomain, base)) throw notAllowed(name)
    return
  }
  const label = site.slice(0, -appsDomain.length - 1)
  if (label.startsWith('xn--')) {
    const why = `names below ${appsDomain} may have ASCII letters only, because others look like them`
    throw invalidDomain(domainText(name), why)
  }
  const isOwn = site === ownDomain(applicationId, appsDomain)
  if (reservedLabels.has(label) || (!isOwn && isSomeonesOwn(label))) throw notAllowed(name)
}

/**
 * The name below the domain of applications that a host is in: the part of it that belongs to one owner, because hosts
 * below each other can set each other's cookies. Absent for hosts elsewhere.
 */
export function siteOf(host: string, appsDomain: string): string | undefined {
  if (!isBelow(host, appsDomain)) return undefined
  const label = host
    .slice(0, -appsDomain.length - 1)
    .split('.')
    .at(-1)
  return `${label}.${appsDomain}`
}

/** The default domain of some application, present, past or future. */
const isSomeonesOwn = (label: string) =>
  /^app-[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(label)

/** Whether a name is a host of the platform, covers it, or is below it without being one of the free names. */
function touches(name: DomainName, host: string, appsDomain: string): boolean {
  const base = baseOf(name)
  if (base === host || (isWildcard(name) && isBelow(host, base))) return true
  const holdsFreeNames = host === appsDomain || isBelow(appsDomain, host)
  return isBelow(base, host) && !(holdsFreeNames && isBelow(base, appsDomain))
}

const notAllowed = (name: DomainName): Refusal =>
  new Refusal(
    'forbidden',
    `You are not allowed to use ${domainText(name)}: the platform keeps this name for itself.`,
  )
