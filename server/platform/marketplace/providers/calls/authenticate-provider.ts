import { sameText } from '#kit/crypto/same-text.ts'
import { readBasicAuth } from '#kit/net/basic-auth.ts'
import { countGuess } from '#platform/identity/access/limits/create-attempts.ts'
import type { Platform } from '#platform/marketplace/platform.ts'
import type { Provider } from '#platform/model/marketplace/provider.ts'
import { Refusal } from '#platform/model/refusal.ts'

const maxIdLength = 64

/**
 * Authenticates a provider's service by the id and password of its manifest, in the same time for an unknown id. Only
 * failed calls count as attempts, because legitimate calls are frequent.
 */
export async function authenticateProvider(
  { store, attempts }: Pick<Platform, 'store' | 'attempts'>,
  { authorization, from }: { authorization: string | undefined; from: string },
): Promise<Provider> {
  const { id, password } = readBasicAuth(authorization) ?? { id: '', password: '' }
  const provider = id ? await store.providers.find(id) : undefined
  const about = { account: `provider ${id.slice(0, maxIdLength)}`, from }
  const check = async () => {
    const isRight = sameText(password, provider?.manifest.api.password ?? ' ')
    if (provider && isRight) return provider
    throw new Refusal(
      'unauthenticated',
      'Send the id of the provider and the password of its manifest with HTTP Basic authentication.',
      { reason: 'provider-unknown' },
    )
  }
  return id ? countGuess(attempts, 'provider login', about, check) : check()
}
