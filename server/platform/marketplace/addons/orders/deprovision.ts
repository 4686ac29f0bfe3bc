import { recordAddonState } from '#platform/events/addon-events.ts'
import {
  callProvider,
  nameOf,
  type ProviderContext,
  type Reply,
} from '#platform/marketplace/providers/calls/call-provider.ts'
import { statusProblem } from '#platform/marketplace/providers/calls/parse-provision-response.ts'
import { recordDelivery } from '#platform/marketplace/providers/calls/record-delivery.ts'
import { removeIfWithdrawn } from '#platform/marketplace/providers/delete-provider.ts'
import type { AddonId } from '#platform/model/ids.ts'
import type { Addon } from '#platform/model/marketplace/addon.ts'
import { ProviderUnreachableError } from '#platform/model/marketplace/provider-client.ts'
import { resourceUrl } from '#protocol/manifest/provider-address.ts'
import { pauseAfter } from './apply-provision-result.ts'
import { provision } from './provision.ts'
import { requireOffer } from './require-offer.ts'

/**
 * Deprovisions a deleted add-on and returns what is left of it, if anything. The caller holds its mutex. An order that
 * was never answered is repeated first, because only the response has the id to remove.
 */
export async function deprovision(
  platform: ProviderContext,
  addonId: AddonId,
): Promise<Addon | undefined> {
  const addon = await findNamed(platform, addonId)
  if (addon?.state !== 'deleting' || addon.realId === null) return addon
  const { provider } = await requireOffer(platform, addon)
  const url = resourceUrl(provider.manifest.api[addon.surroundings].base_url, addon.realId)
  const { attempts } = addon
  const question = { purpose: 'deprovision', method: 'DELETE', url, attempts } as const
  const reply = await callProvider(platform, provider, addon, question)
  return settleDeletion(platform, addon, nameOf(provider), reply)
}

async function findNamed(platform: ProviderContext, addonId: AddonId): Promise<Addon | undefined> {
  const addon = await platform.store.addons.find(addonId)
  if (addon?.state !== 'deleting' || addon.realId !== null) return addon
  return (await provision(platform, addonId, { isRetry: true })).addon
}

/** Empty when the resource is gone, or never existed. */
function troubleWith({ answer }: Reply): string {
  if (answer instanceof ProviderUnreachableError) return answer.message
  const { status } = answer
  if ((status >= 200 && status < 300) || status === 404 || status === 410) return ''
  return statusProblem(
    status,
    'what is removed is answered with 200 or 204, what is not there with 404 or 410',
  )
}

/** Removes the record on success, schedules a retry otherwise. */
async function settleDeletion(
  { store, clock, provisioningQueue, logs }: ProviderContext,
  addon: Addon,
  name: string,
  reply: Reply,
): Promise<Addon | undefined> {
  const { id, attempts } = addon
  const trouble = troubleWith(reply)
  const change = {
    trouble: `${name} has not deleted it yet; the platform keeps retrying. ${trouble}`,
    attempts: attempts + 1,
    dueAt: clock() + pauseAfter(attempts),
  }
  await store.transaction(async (inside) => {
    await recordDelivery({ store: inside, clock }, { ...reply.note, trouble })
    if (trouble === '') {
      await inside.addons.remove(id)
      await recordAddonState(inside, addon, 'removed', clock())
      await removeIfWithdrawn({ store: inside }, addon.providerId)
    } else await inside.addons.change(id, ['deleting'], change)
  })
  if (trouble === '') {
    // After the record, without which the provider can send no further lines.
    await logs.forget(id)
    return undefined
  }
  provisioningQueue.wake()
  return { ...addon, ...change }
}
