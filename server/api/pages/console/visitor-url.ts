import type { Addresses } from '#api/http/endpoint.ts'
import type { Application } from '#platform/applications/application.ts'

/** Where a browser finds an application: plain HTTP where the platform has ports of its own, whose certificates browsers do not know. */
export function visitorUrl(
  domain: string,
  { visitors }: Pick<Addresses, 'visitors'>,
  { forceHttps }: Pick<Application, 'forceHttps'>,
): string {
  const isUsual = new URL(visitors.https).port === ''
  const url = new URL(forceHttps || isUsual ? visitors.https : visitors.http)
  url.hostname = domain
  return url.href
}
