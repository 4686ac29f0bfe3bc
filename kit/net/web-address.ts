const maxLength = 2000
/** `URL` accepts some characters in host names that have a meaning in headers with origins. */
const plainHost = /^([a-z0-9_.-]+|\[[0-9a-f:.]+\])$/

/** A URL that a browser can be redirected to, or `undefined`: http or https, an ordinary host, no user and password. */
export function webAddress(text: string): URL | undefined {
  if (text.length > maxLength || /[\s\p{Cc}\\]/u.test(text) || !URL.canParse(text)) return undefined
  const url = new URL(text)
  const isWeb = url.protocol === 'https:' || url.protocol === 'http:'
  return isWeb && plainHost.test(url.hostname) && !url.username && !url.password ? url : undefined
}

/** The same URL at another origin. */
export function atOrigin(url: string, origin: string): string {
  const { pathname, search } = new URL(url)
  return String(new URL(`${pathname}${search}`, origin))
}

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
