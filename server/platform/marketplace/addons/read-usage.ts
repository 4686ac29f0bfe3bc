import {
  callProvider,
  type ProviderContext,
} from '#platform/marketplace/providers/calls/call-provider.ts'
import {
  errorMessageIn,
  parse,
  providerMessage,
  unreachableMessage,
} from '#platform/marketplace/providers/calls/parse-provision-response.ts'
import type { Addon } from '#platform/model/marketplace/addon.ts'
import { ProviderUnreachableError } from '#platform/model/marketplace/provider-client.ts'
import { resourceUrl } from '#protocol/manifest/provider-address.ts'
import { type ResourceUsage, readUsage } from '#protocol/usage.ts'
import { failed, invalidAnswer, notKnown } from './backups/provider-backups.ts'
import { requireOffer } from './orders/require-offer.ts'

/** Asks the provider of an add-on what it uses now; nothing is known of one that is not ready, or not measured. */
export async function readAddonUsage(
  platform: ProviderContext,
  addon: Addon,
  timeout?: number,
): Promise<ResourceUsage> {
  if (addon.state !== 'ready') return {}
  const { provider } = await requireOffer(platform, addon)
  const { base_url } = provider.manifest.api[addon.surroundings]
  const url = `${resourceUrl(base_url, addon.realId)}/usage`
  const question = { purpose: 'read-usage', method: 'GET', url, timeout } as const
  const { answer } = await callProvider(platform, provider, addon, question)
  if (answer instanceof ProviderUnreachableError)
    throw failed(providerMessage(unreachableMessage(provider, answer)))
  const { status, text } = answer
  if (notKnown.includes(status)) return {}
  if (status !== 200) throw failed(providerMessage(errorMessageIn(text, status, provider)))
  const usage = readUsage(parse(text))
  if (!usage) throw invalidAnswer(provider)
  return usage
}
