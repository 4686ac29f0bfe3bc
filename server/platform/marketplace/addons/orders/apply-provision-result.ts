import { backoff } from '#kit/concurrency/backoff.ts'
import { recordAddonState } from '#platform/events/addon-events.ts'
import { post } from '#platform/mail/enqueue-email.ts'
import { changeAddon } from '#platform/marketplace/addons/change-addon.ts'
import type { ProviderContext, Reply } from '#platform/marketplace/providers/calls/call-provider.ts'
import {
  type Provision,
  providerMessage,
} from '#platform/marketplace/providers/calls/parse-provision-response.ts'
import { recordDelivery } from '#platform/marketplace/providers/calls/record-delivery.ts'
import { removeIfWithdrawn } from '#platform/marketplace/providers/delete-provider.ts'
import type {
  Addon,
  DeletingAddon,
  OpenAddon,
  OrderedAddon,
} from '#platform/model/marketplace/addon.ts'
import type { AddonChange } from '#platform/model/marketplace/addon-changes.ts'
import type { Store } from '#platform/model/store.ts'

/** An add-on after the provider's response; without an add-on, `sentence` says why. */
export interface ProvisionResult {
  addon?: Addon
  sentence?: string
}

const hour = 3_600_000
/** Time allowed between a 202 and its callback. */
const pendingFor = hour

/** Back-off before the next call to the provider. */
export const pauseAfter = (attempts: number): number =>
  backoff(attempts, { first: 1000, max: hour })

/** Applies the provider's response to an order, and stores the call, in one transaction. */
export async function applyProvisionResult(
  platform: ProviderContext,
  asked: OpenAddon,
  provision: Provision,
  { note }: Reply,
  isRetry: boolean,
): Promise<ProvisionResult> {
  const { clock } = platform
  const [settled, restarting] = await platform.store.transaction(async (store) => {
    const inside = { ...platform, store }
    const addon = (await store.addons.find(asked.id)) ?? asked
    const twin = await findTwin(inside, addon, provision)
    const verdict = twin ? taken(twin) : provision
    await recordDelivery(inside, { ...note, trouble: verdict.trouble })
    const next = await nextOf(store, addon, verdict, clock())
    if (!next) {
      await store.addons.remove(addon.id)
      await recordAddonState(store, addon, 'removed', clock())
      await removeIfWithdrawn(inside, addon.providerId)
      if (isRetry && addon.state !== 'deleting') await notifyCustomer(inside, addon, verdict)
      return [{ ...sentenceOf(verdict) }, []] as const
    }
    const isReady = next.state === 'ready'
    const linked = isReady ? await store.links.applicationsOf(addon.id) : []
    const cause = `The add-on ${addon.name} is ready`
    const restarting = await platform.restarts.enqueue(store, linked, { cause })
    return [{ addon: next, ...sentenceOf(verdict) }, restarting] as const
  })
  if (!('addon' in settled)) await platform.logs.forget(asked.id)
  for (const id of restarting) platform.queue.wake(id)
  platform.provisioningQueue.wake()
  return settled
}

const sentenceOf = (verdict: Provision) =>
  verdict.kind === 'made' ? {} : { sentence: verdict.sentence }

/** Another add-on that has the same provider id. */
async function findTwin(
  { store }: Pick<ProviderContext, 'store'>,
  { id, providerId, surroundings }: Addon,
  provision: Provision,
): Promise<Addon | undefined> {
  if (!('realId' in provision)) return undefined
  const twin = await store.addons.findByRealId(providerId, provision.realId, surroundings)
  return twin && twin.id !== id ? twin : undefined
}

/** Refused without a deprovision call, which would delete the other add-on. */
const taken = (twin: Addon): Provision => ({
  kind: 'refused',
  sentence: providerMessage('The provider answered with the id of another add-on.'),
  trouble: `'id' is that of the add-on ${twin.id}; whatever was made for this order must be removed.`,
})

/** The add-on as the answer makes it, written; absent when there is nothing to keep. */
async function nextOf(
  store: Store,
  addon: Addon,
  verdict: Provision,
  now: number,
): Promise<Addon | undefined> {
  if (verdict.kind === 'refused' || verdict.kind === 'unnamed') return undefined
  if (addon.state === 'deleting') {
    return changeAddon(store, addon, afterDeletion(addon, verdict, now), now)
  }
  // Only an order is answered; whatever else it has become meanwhile stays.
  if (addon.state !== 'ordering' && addon.state !== 'uncertain') return addon
  return changeAddon(store, addon, afterOrder(addon, verdict, now), now)
}

type KeptProvision = Exclude<Provision, { kind: 'refused' | 'unnamed' }>

function afterOrder(
  addon: OrderedAddon,
  verdict: KeptProvision,
  now: number,
): AddonChange<OrderedAddon['state']> {
  switch (verdict.kind) {
    case 'lost':
      return { state: 'uncertain', ...putOff(addon, verdict.sentence, now) }
    case 'spoilt':
      return { realId: verdict.realId, ...toRemove(now), trouble: verdict.sentence }
    case 'made': {
      const { realId, config, message, isPending } = verdict
      const known = { realId, config, message, trouble: '', attempts: 0 }
      return isPending
        ? { ...known, state: 'pending', dueAt: now + pendingFor }
        : { ...known, state: 'ready', dueAt: null }
    }
  }
}

/** What was made for an order that was deleted meanwhile is removed. */
function afterDeletion(
  addon: DeletingAddon,
  verdict: KeptProvision,
  now: number,
): AddonChange<'deleting'> {
  switch (verdict.kind) {
    case 'lost':
      return putOff(addon, verdict.sentence, now)
    case 'spoilt':
      return { realId: verdict.realId, ...toRemove(now), trouble: verdict.sentence }
    case 'made': {
      const { realId, config, message } = verdict
      return { realId, config, message, ...toRemove(now) }
    }
  }
}

const toRemove = (now: number) => ({ state: 'deleting', attempts: 0, dueAt: now }) as const

const putOff = ({ attempts }: Addon, trouble: string, now: number) => ({
  trouble,
  attempts: attempts + 1,
  dueAt: now + pauseAfter(attempts),
})

/** E-mails the user who ordered: the request has long been answered as uncertain. */
async function notifyCustomer(
  platform: ProviderContext,
  addon: Addon,
  verdict: Provision,
): Promise<void> {
  const user = await platform.store.users.find(addon.orderedBy)
  if (!user || verdict.kind === 'made') return
  const { ownerId, name } = addon
  await post(platform, 'order-failed', user.email, { ownerId, name, why: verdict.sentence })
}
