import type { Addresses } from '#api/http/endpoint.ts'
import type { Application } from '#platform/applications/application.ts'
import type { DomainName } from '#platform/applications/domains/domain.ts'

/** URL of a domain for a browser: HTTPS where it is wanted, or where the router has the usual port. */
export function visitorUrl(
  { host, path }: DomainName,
  { visitors }: Pick<Addresses, 'visitors'>,
  { forceHttps }: Pick<Application, 'forceHttps'>,
): string {
  const isUsual = new URL(visitors.https).port === ''
  const url = new URL(forceHttps || isUsual ? visitors.https : visitors.http)
  url.hostname = host
  url.pathname = path
  return url.href
}
