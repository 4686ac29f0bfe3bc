import { webAddress } from '#kit/net/web-address.ts'
import type { Platform } from '#platform/platform.ts'

/**
 * Origins that the forms of an authorisation finally redirect to, for `redirectOrigins` of `html`: browsers apply
 * `form-action` to every redirect.
 */
export async function callbackOriginOf(
  { store }: Pick<Platform, 'store'>,
  fields: URLSearchParams,
): Promise<readonly string[]> {
  const token = fields.get('oauth_token')
  const found = token ? await store.requestTokens.find(token) : undefined
  return found ? originOf(found.callback) : []
}

/** CSP has no syntax for IPv6 addresses, so those are listed by scheme. */
export function originOf(callback: string): readonly string[] {
  const url = webAddress(callback)
  if (!url) return []
  return [url.hostname.startsWith('[') ? url.protocol : url.origin]
}
