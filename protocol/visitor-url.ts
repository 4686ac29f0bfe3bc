/** Where visitors reach the router: a URL for each scheme. */
export interface VisitorListeners {
  http: string
  https: string
}

/**
 * URL of an application's domain, the only rule for its scheme: HTTPS where the application demands it or the router has
 * the usual port, for which certificates are ordered; else plain HTTP, because browsers do not trust the certificate
 * authority of a platform with other ports.
 */
export function visitorUrl(
  { host, path }: { host: string; path: string },
  listeners: VisitorListeners,
  { forceHttps }: { forceHttps: boolean },
): string {
  const isUsual = new URL(listeners.https).port === ''
  const url = new URL(forceHttps || isUsual ? listeners.https : listeners.http)
  url.hostname = host
  url.pathname = path
  return url.href
}
