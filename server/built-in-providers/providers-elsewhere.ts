import {
  type ProviderCall,
  type ProviderClient,
  ProviderUnreachableError,
} from '#platform/model/marketplace/provider-client.ts'
import type { BuiltInProvidersOptions } from './built-in-provider.ts'
import type { BuiltInProviders } from './built-in-providers.ts'
import { searchPrograms } from './search-programs.ts'

/** The built-in providers when they run at another server of the same store: calls to them wait until that answers them. */
export async function openProvidersElsewhere(
  options: BuiltInProvidersOptions,
): Promise<BuiltInProviders> {
  const searched = await (options.searched ?? searchPrograms(options))
  const ids = new Set(searched.map(({ offer }) => offer.id))
  const refuseOwn = ({ credentials }: Pick<ProviderCall, 'credentials'>) => {
    if (!credentials || !ids.has(credentials.id)) return
    const sentence = 'The built-in add-ons are at another server, which is away.'
    throw new ProviderUnreachableError('unsent', sentence, 0)
  }
  return {
    begin: async () => {},
    around: (providerClient): ProviderClient => ({
      objectionTo: providerClient.objectionTo,
      post: providerClient.post,
      async call(call, signal) {
        refuseOwn(call)
        return providerClient.call(call, signal)
      },
      async open(call, signal) {
        refuseOwn(call)
        return providerClient.open(call, signal)
      },
      async upgrade(call, signal) {
        refuseOwn(call)
        return providerClient.upgrade(call, signal)
      },
    }),
    status: async () => [],
    close: async () => {},
  }
}
