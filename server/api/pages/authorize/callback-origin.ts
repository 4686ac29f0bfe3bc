import { webAddress } from '#kit/net/web-address.ts'
import type { Platform } from '#platform/platform.ts'

/**
 * Where the forms on the way of an authorisation lead in the end, for `leadsTo` of `html`: browsers hold a form to
 * every redirect that follows it.
 */
export async function callbackOriginOf(
  { store }: Pick<Platform, 'store'>,
  fields: URLSearchParams,
): Promise<readonly string[]> {
  const token = fields.get('oauth_token')
  const found = token ? await store.requestTokens.find(token) : undefined
  return found ? originOf(found.callback) : []
}

/** A policy has no words for an address of version 6, so that one is named by its scheme. */
export function originOf(callback: string): readonly string[] {
  const url = webAddress(callback)
  if (!url) return []
  return [url.hostname.startsWith('[') ? url.protocol : url.origin]
}
