const maxLength = 2000
/** `URL` lets through a few characters in names that mean something in the headers we put origins into. */
const plainHost = /^([a-z0-9_.-]+|\[[0-9a-f:.]+\])$/

/** An address that a browser can be sent to, or `undefined`: http or https, an ordinary host, no user and password. */
export function webAddress(text: string): URL | undefined {
  if (text.length > maxLength || /[\s\p{Cc}\\]/u.test(text) || !URL.canParse(text)) return undefined
  const url = new URL(text)
  const isWeb = url.protocol === 'https:' || url.protocol === 'http:'
  return isWeb && plainHost.test(url.hostname) && !url.username && !url.password ? url : undefined
}
