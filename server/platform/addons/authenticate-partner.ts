import { sameText } from '#platform/access/oauth1/signature.ts'
import type { Platform } from '#platform/platform.ts'
import { Refusal } from '#platform/refusal.ts'
import type { Provider } from './provider.ts'

/** The provider whose service calls, by the id and the password of its manifest; an unknown id takes as long. */
export async function authenticatePartner(
  { store }: Pick<Platform, 'store'>,
  authorization: string | undefined,
): Promise<Provider> {
  const [, encoded = ''] = /^basic ([A-Za-z0-9+/=_-]{1,4096})$/i.exec(authorization ?? '') ?? []
  const pair = Buffer.from(encoded, 'base64').toString('utf8')
  const colon = pair.indexOf(':')
  const provider = colon > 0 ? await store.providers.find(pair.slice(0, colon)) : undefined
  const isRight = sameText(pair.slice(colon + 1), provider?.manifest.api.password ?? ' ')
  if (provider && isRight) return provider
  throw new Refusal(
    'unauthenticated',
    'Send the id of the provider and the password of its manifest with HTTP Basic authentication.',
    { reason: 'partner-unknown' },
  )
}
