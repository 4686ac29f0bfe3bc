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
