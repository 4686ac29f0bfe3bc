import { requireOffer } from '#platform/marketplace/addons/orders/require-offer.ts'
import {
  callProvider,
  type ProviderContext,
  type Reply,
} from '#platform/marketplace/providers/calls/call-provider.ts'
import {
  errorMessageIn,
  parse,
  providerMessage,
  unreachableMessage,
} from '#platform/marketplace/providers/calls/parse-provision-response.ts'
import { recordDelivery } from '#platform/marketplace/providers/calls/record-delivery.ts'
import { validateVariables } from '#platform/model/hosting/names.ts'
import type { AddonId } from '#platform/model/ids.ts'
import type { Addon } from '#platform/model/marketplace/addon.ts'
import type { Provider } from '#platform/model/marketplace/provider.ts'
import { ProviderUnreachableError } from '#platform/model/marketplace/provider-client.ts'
import { Refusal } from '#platform/model/refusal.ts'
import { anyName, readConfig } from '#protocol/config.ts'
import { own } from '#protocol/json-value.ts'
import { resourceUrl } from '#protocol/manifest/provider-address.ts'
import { applyConfig } from './apply-config.ts'

/** Replaces all variables of an add-on whose owner sets them; running applications linked to it restart. */
export async function setAddonVariables(
  platform: ProviderContext,
  { id }: Addon,
  variables: Readonly<Record<string, string>>,
): Promise<Addon> {
  validateVariables(variables)
  return platform.provisioningQueue.withLock(id, () => setWithLock(platform, id, variables))
}

async function setWithLock(
  platform: ProviderContext,
  id: AddonId,
  variables: Readonly<Record<string, string>>,
): Promise<Addon> {
  const addon = await platform.store.addons.find(id)
  if (addon?.state !== 'ready') {
    throw new Refusal(
      'conflict',
      `The variables of an add-on that is ${addon?.state ?? 'deleted'} cannot be set. Try again once it is ready.`,
    )
  }
  const { provider } = await requireOffer(platform, addon)
  if (!provider.manifest.api.config_vars.includes(anyName)) {
    throw new Refusal('invalid', `The variables of ${addon.name} are set by its provider.`)
  }
  const url = resourceUrl(provider.manifest.api[addon.surroundings].base_url, addon.realId, 'env')
  const body = { config: variables }
  const question = { purpose: 'configure', method: 'PUT', url, body } as const
  const reply = await callProvider(platform, provider, addon, question)
  return settle(platform, addon, parseAnswer(reply, provider), reply)
}

type Verdict = { config: Readonly<Record<string, string>> } | { sentence: string; trouble: string }

function parseAnswer({ answer }: Reply, provider: Provider): Verdict {
  if (answer instanceof ProviderUnreachableError) {
    return {
      sentence: providerMessage(unreachableMessage(provider, answer)),
      trouble: answer.message,
    }
  }
  const { status, text } = answer
  if (status !== 200) {
    return {
      sentence: providerMessage(errorMessageIn(text, status, provider)),
      trouble: `It answered ${status}.`,
    }
  }
  const read = readConfig(own(parse(text), 'config'), provider.manifest.api.config_vars)
  return 'problem' in read
    ? { sentence: providerMessage(read.problem), trouble: read.problem }
    : read
}

async function settle(
  platform: ProviderContext,
  { id }: Addon,
  verdict: Verdict,
  { note }: Reply,
): Promise<Addon> {
  const [addon, restarting] = await platform.store.transaction(async (store) => {
    const inside = { ...platform, store }
    const trouble = 'trouble' in verdict ? verdict.trouble : ''
    await recordDelivery(inside, { ...note, trouble })
    const addon = await store.addons.find(id)
    if (addon?.state !== 'ready' || 'trouble' in verdict) return [undefined, []] as const
    const restarting = await applyConfig(inside, addon, verdict.config, {}, { isByOwner: true })
    return [{ ...addon, config: verdict.config }, restarting] as const
  })
  for (const applicationId of restarting) platform.queue.wake(applicationId)
  if (addon) return addon
  if ('trouble' in verdict) {
    throw new Refusal('unavailable', verdict.sentence, { reason: 'provider-failed' })
  }
  throw new Refusal('conflict', 'The add-on is being deleted and cannot be changed.')
}
