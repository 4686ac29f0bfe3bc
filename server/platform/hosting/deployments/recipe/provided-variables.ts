import { randomBytes } from 'node:crypto'
import { baseOf, isWildcard } from '#platform/model/hosting/domain.ts'
import type { Environment } from '#platform/model/hosting/environment.ts'
import type { ProvidedVariables } from '#platform/model/hosting/recipe/recipe.ts'
import type { ApplicationId } from '#platform/model/ids.ts'
import type { Store } from '#platform/model/store.ts'

const secretBytes = 48

/** Values of what a recipe wants from the platform, made for each start of an instance; the owner's variables win. */
export async function providedVariables(
  store: Store,
  applicationId: ApplicationId,
  { secret, hosts }: ProvidedVariables,
  environment: Environment,
): Promise<Environment> {
  const isWanted = (name: string | undefined): name is string =>
    name !== undefined && !environment[name]?.trim()
  return {
    ...(isWanted(secret) && { [secret]: await generatedSecret(store, applicationId, secret) }),
    ...(isWanted(hosts) && { [hosts]: await hostsOf(store, applicationId) }),
  }
}

/** Made once for each application, stored sealed, and never shown. */
const generatedSecret = (store: Store, applicationId: ApplicationId, name: string) =>
  store.transaction(async (inside) => {
    const known = (await inside.generatedSecrets.of(applicationId))[name]
    if (known !== undefined) return known
    const secret = randomBytes(secretBytes).toString('base64url')
    await inside.generatedSecrets.set(applicationId, name, secret)
    return secret
  })

async function hostsOf(store: Store, applicationId: ApplicationId): Promise<string> {
  const domains = await store.domains.listOf(applicationId)
  const hosts = domains.map((each) => (isWildcard(each) ? `.${baseOf(each)}` : each.host))
  return [...new Set(hosts)].join(' ')
}
