import { announceRetry } from '#platform/marketplace/addons/worker/announce-retry.ts'
import {
  callProvider,
  type ProviderContext,
} from '#platform/marketplace/providers/calls/call-provider.ts'
import { parseProvisionResponse } from '#platform/marketplace/providers/calls/parse-provision-response.ts'
import { ownerKnownToProvider } from '#platform/marketplace/providers/calls/provider-view.ts'
import type { AddonId } from '#platform/model/ids.ts'
import type { Addon, OpenAddon } from '#platform/model/marketplace/addon.ts'
import { provisionRequest } from '#protocol/provision-request.ts'
import { applyProvisionResult, type ProvisionResult } from './apply-provision-result.ts'
import { requireOffer } from './require-offer.ts'

/** Whether the provider's response to the order is still missing. */
export const isOpen = (addon: Addon): addon is OpenAddon =>
  addon.state === 'ordering' ||
  addon.state === 'uncertain' ||
  (addon.state === 'deleting' && addon.realId === null)

/** Sends the order to the provider. The caller holds the add-on's mutex. Retries use the same id. */
export async function provision(
  platform: ProviderContext,
  addonId: AddonId,
  { isRetry }: { isRetry: boolean },
): Promise<ProvisionResult> {
  const addon = await platform.store.addons.find(addonId)
  if (!addon) return {}
  if (!isOpen(addon)) return { addon }
  const { provider, plan } = await requireOffer(platform, addon)
  const { name } = await ownerKnownToProvider(platform, addon.ownerId)
  const body = provisionRequest({
    addon_id: addon.id,
    owner_id: addon.ownerId,
    owner_name: name,
    user_id: addon.orderedBy,
    plan: plan.slug,
    options: { ...addon.options },
    logplex_token: addon.logToken,
    callback_url: `${platform.pagesUrl()}/v2/vendor/apps/${addon.id}`,
  })
  const url = provider.manifest.api[addon.surroundings].base_url
  const { attempts } = addon
  const question = { purpose: 'provision', method: 'POST', url, body, attempts } as const
  const reply = await callProvider(platform, provider, addon, question)
  const parsed = parseProvisionResponse(reply, provider, isRetry)
  const result = await applyProvisionResult(platform, addon, parsed, reply, isRetry)
  if (parsed.kind === 'lost' && result.addon) announceRetry(platform, addon, parsed.sentence)
  return result
}
