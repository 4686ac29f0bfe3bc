import { isLoopback } from '#kit/net/loopback.ts'
import { webAddress } from '#kit/net/web-address.ts'
import type { Consumer } from '#platform/model/identity/access/consumer.ts'
import { Refusal } from '#platform/model/refusal.ts'

/** Callback of consumers without a URL: the user copies the verifier by hand. */
export const outOfBand = 'oob'

/** The callback to store; refuses one whose host differs from the consumer's base URL, at any scheme and port. */
export function permittedCallback(
  consumer: Pick<Consumer, 'baseUrl'>,
  given: string | undefined,
  pagesUrl: string,
): string {
  if (!given) throw new Refusal('invalid', 'oauth_callback is missing: send a URL or oob.')
  if (given === outOfBand) return given
  const callback = webAddress(given)
  if (!callback)
    throw new Refusal('invalid', 'oauth_callback must be an http or https URL, or oob.')
  const isPermitted = consumer.baseUrl
    ? callback.hostname === webAddress(consumer.baseUrl)?.hostname
    : isLoopback(callback.hostname) || callback.origin === pagesUrl
  if (isPermitted) return callback.href
  throw new Refusal(
    'invalid',
    'oauth_callback is not on the host of the base URL of the consumer; scheme, port and path may differ.',
  )
}

/** The callback URL with our answer appended to its own query. */
export function answeredCallback(callback: string, answer: Record<string, string>): string {
  const at = callback.indexOf('#')
  const [address, fragment] = at < 0 ? [callback, ''] : [callback.slice(0, at), callback.slice(at)]
  const separator = !address.includes('?') ? '?' : /[?&]$/.test(address) ? '' : '&'
  return `${address}${separator}${new URLSearchParams(answer)}${fragment}`
}
