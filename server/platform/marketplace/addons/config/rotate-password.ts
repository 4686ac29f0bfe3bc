import { requireOffer } from '#platform/marketplace/addons/orders/require-offer.ts'
import {
  callProvider,
  nameOf,
  type ProviderContext,
  type Reply,
} from '#platform/marketplace/providers/calls/call-provider.ts'
import {
  errorMessageIn,
  parse,
  providerMessage,
} from '#platform/marketplace/providers/calls/parse-provision-response.ts'
import { recordDelivery } from '#platform/marketplace/providers/calls/record-delivery.ts'
import type { Addon } from '#platform/model/marketplace/addon.ts'
import type { Provider } from '#platform/model/marketplace/provider.ts'
import { ProviderUnreachableError } from '#platform/model/marketplace/provider-client.ts'
import { Refusal } from '#platform/model/refusal.ts'
import { own } from '#protocol/json-value.ts'
import { resourceUrl } from '#protocol/manifest/provider-address.ts'
import { configureAddon } from './configure.ts'

const notKnown = [404, 405, 501]

/** Has the provider rotate the add-on's password; linked applications restart with it. */
export const rotatePassword = (platform: ProviderContext, { id }: Addon): Promise<Addon> =>
  platform.provisioningQueue.withLock(id, async () => {
    const addon = await platform.store.addons.find(id)
    if (addon?.state !== 'ready') {
      throw new Refusal(
        'conflict',
        `The password of an add-on that is ${addon?.state ?? 'deleted'} cannot be changed.`,
      )
    }
    const { provider } = await requireOffer(platform, addon)
    const { base_url } = provider.manifest.api[addon.surroundings]
    const url = `${resourceUrl(base_url, addon.realId)}/rotate`
    const question = { purpose: 'rotate', method: 'POST', url } as const
    const { answer, note } = await callProvider(platform, provider, addon, question)
    const problem = parseAnswer(answer, provider)
    await recordDelivery(platform, { ...note, trouble: problem?.message ?? '' })
    if (problem) throw problem
    const config =
      answer instanceof ProviderUnreachableError ? {} : own(parse(answer.text), 'config')
    return configureAddon(platform, addon, config)
  })

function parseAnswer(answer: Reply['answer'], provider: Provider): Refusal | undefined {
  if (answer instanceof ProviderUnreachableError) {
    const sentence = `${nameOf(provider)} did not confirm that it changed the password. Try again. ${answer.message}`
    return new Refusal('unavailable', sentence, { reason: 'provider-failed' })
  }
  const { status, text } = answer
  if (status === 200) return undefined
  return notKnown.includes(status)
    ? new Refusal('conflict', `${nameOf(provider)} does not support password changes.`)
    : new Refusal('unavailable', providerMessage(errorMessageIn(text, status, provider)), {
        reason: 'provider-failed',
      })
}
