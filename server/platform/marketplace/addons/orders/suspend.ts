import {
  callProvider,
  type ProviderContext,
  type Reply,
} from '#platform/marketplace/providers/calls/call-provider.ts'
import {
  saidBy,
  silenceOf,
  wordsIn,
} from '#platform/marketplace/providers/calls/parse-provision-response.ts'
import { recordDelivery } from '#platform/marketplace/providers/calls/record-delivery.ts'
import type { AddonId } from '#platform/model/ids.ts'
import type { Addon } from '#platform/model/marketplace/addon.ts'
import type { Provider } from '#platform/model/marketplace/provider.ts'
import { ProviderUnreachableError } from '#platform/model/marketplace/provider-client.ts'
import { Refusal } from '#platform/model/refusal.ts'
import type { Store } from '#platform/model/store.ts'
import { resourceUrl } from '#protocol/manifest/provider-address.ts'
import { requireOffer } from './require-offer.ts'

/** Has the provider block access, for example for an unpaid bill. Providers need not implement it. */
export const suspendAddon = (platform: ProviderContext, addon: Addon): Promise<Addon> =>
  platform.provisioningQueue.inTurn(addon.id, () => move(platform, addon.id, 'suspend'))

/** Has the provider restore access. */
export const resumeAddon = (platform: ProviderContext, addon: Addon): Promise<Addon> =>
  platform.provisioningQueue.inTurn(addon.id, () => move(platform, addon.id, 'resume'))

const moves = {
  suspend: {
    from: 'ready',
    to: 'suspended',
    write: ({ addons }: Store, id: AddonId) => addons.change(id, ['ready'], { state: 'suspended' }),
  },
  resume: {
    from: 'suspended',
    to: 'ready',
    write: ({ addons }: Store, id: AddonId) => addons.change(id, ['suspended'], { state: 'ready' }),
  },
} as const

async function move(
  platform: ProviderContext,
  id: AddonId,
  verb: keyof typeof moves,
): Promise<Addon> {
  const { store, clock } = platform
  const { from, to, write } = moves[verb]
  const addon = await store.addons.find(id)
  if (addon?.state === to) return addon
  if (addon?.state !== from) {
    throw new Refusal('conflict', `An add-on that is ${addon?.state ?? 'deleted'} cannot ${verb}.`)
  }
  const { provider } = await requireOffer(platform, addon)
  const url = resourceUrl(provider.manifest.api[addon.surroundings].base_url, addon.realId, verb)
  const question = { purpose: verb, method: 'POST', url } as const
  const reply = await callProvider(platform, provider, addon, question)
  const { sentence, trouble } = judge(reply, provider)
  const isMoved = await store.transaction(async (inside) => {
    await recordDelivery({ store: inside, clock }, { ...reply.note, trouble })
    return trouble === '' && (await write(inside, id))
  })
  if (isMoved) return { ...addon, state: to }
  throw new Refusal('unavailable', sentence, { reason: 'provider-failed' })
}

const notKnown = [404, 405, 501]

function judge({ answer }: Reply, provider: Provider): { sentence: string; trouble: string } {
  if (answer instanceof ProviderUnreachableError) {
    return { sentence: saidBy(silenceOf(provider, answer)), trouble: answer.message }
  }
  const { status, text } = answer
  const isDone = (status >= 200 && status < 300) || notKnown.includes(status)
  return {
    sentence: saidBy(wordsIn(text, status, provider)),
    trouble: isDone ? '' : `It answered ${status}.`,
  }
}
