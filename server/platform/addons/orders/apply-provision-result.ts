import { backoff } from '#kit/concurrency/backoff.ts'
import type { Addon, AddonChange } from '#platform/addons/addon.ts'
import { queueRestarts } from '#platform/addons/links/restart-linked.ts'
import { post } from '#platform/mail/enqueue-email.ts'
import type { ProviderContext, Reply } from '#platform/providers/calls/call-provider.ts'
import { type Provision, saidBy } from '#platform/providers/calls/parse-provision-response.ts'
import { recordDelivery } from '#platform/providers/calls/record-delivery.ts'
import { removeIfWithdrawn } from '#platform/providers/delete-provider.ts'

/** An add-on after the provider was asked; absent when there is none, then with a sentence why. */
export interface ProvisionResult {
  addon?: Addon
  sentence?: string
}

const hour = 3_600_000
/** What a provider gets to call back after it has answered that it is at it. */
export const pendingFor = hour

/** How long to wait before a provider is asked again. */
export const pauseAfter = (attempts: number): number =>
  backoff(attempts, { first: 1000, max: hour })

/** Writes down what the provider's answer makes of an order, together with the call itself. */
export async function applyProvisionResult(
  platform: ProviderContext,
  asked: Addon,
  provision: Provision,
  { note }: Reply,
  isAgain: boolean,
): Promise<ProvisionResult> {
  const { clock } = platform
  const [settled, restarting] = await platform.store.transaction(async (store) => {
    const inside = { ...platform, store }
    const addon = (await store.addons.find(asked.id)) ?? asked
    const twin = await findTwin(inside, addon, provision)
    const verdict = twin ? taken(twin) : provision
    await recordDelivery(inside, { ...note, trouble: verdict.trouble })
    const change = changeBy(verdict, addon, clock())
    if (change === 'gone') {
      await store.addons.remove(addon.id)
      await removeIfWithdrawn(inside, addon.providerId)
      if (isAgain && addon.state !== 'deleting') await tellWhoOrdered(inside, addon, verdict)
      return [{ ...sentenceOf(verdict) }, []] as const
    }
    await store.addons.change(addon.id, [addon.state], change)
    const isReady = change.state === 'ready'
    const linked = isReady ? await store.links.applicationsOf(addon.id) : []
    const restarting = await queueRestarts(inside, linked, `The add-on ${addon.name} is ready`)
    return [{ addon: { ...addon, ...change }, ...sentenceOf(verdict) }, restarting] as const
  })
  for (const id of restarting) platform.queue.wake(id)
  platform.provisioningQueue.wake()
  return settled
}

const sentenceOf = (verdict: Provision) =>
  verdict.kind === 'made' ? {} : { sentence: verdict.sentence }

/** Another add-on that the provider calls by the id it gave to this one. */
async function findTwin(
  { store }: Pick<ProviderContext, 'store'>,
  { id, providerId, surroundings }: Addon,
  provision: Provision,
): Promise<Addon | undefined> {
  if (!('realId' in provision)) return undefined
  const twin = await store.addons.findByRealId(providerId, provision.realId, surroundings)
  return twin && twin.id !== id ? twin : undefined
}

/** What has an id of another must not be asked back by it. */
const taken = (twin: Addon): Provision => ({
  kind: 'refused',
  sentence: saidBy('The provider answered with the id of another add-on.'),
  trouble: `'id' is that of the add-on ${twin.id}; whatever was made for this order must be removed.`,
})

function changeBy(verdict: Provision, addon: Addon, now: number): AddonChange | 'gone' {
  const isUnwanted = addon.state === 'deleting'
  switch (verdict.kind) {
    case 'refused':
    case 'unnamed':
      return 'gone'
    case 'lost':
      return putOff(addon, isUnwanted ? 'deleting' : 'uncertain', verdict.sentence, now)
    case 'spoilt':
      return { realId: verdict.realId, ...toRemove(now), trouble: verdict.sentence }
    case 'made': {
      const { realId, config, message, isPending } = verdict
      const known = { realId, config, message }
      if (isUnwanted) return { ...known, ...toRemove(now) }
      if (!isPending) return { ...known, ...settledFor('ready', null) }
      return { ...known, ...settledFor('pending', now + pendingFor) }
    }
  }
}

const toRemove = (now: number) => ({ state: 'deleting', attempts: 0, dueAt: now }) as const

const settledFor = (state: 'ready' | 'pending', dueAt: number | null) =>
  ({ state, dueAt, trouble: '', attempts: 0 }) as const

const putOff = (
  { attempts }: Addon,
  state: 'uncertain' | 'deleting',
  trouble: string,
  now: number,
): AddonChange => ({ state, trouble, attempts: attempts + 1, dueAt: now + pauseAfter(attempts) })

/** Whoever ordered was told that it may come; nobody waits for the answer any more. */
async function tellWhoOrdered(
  platform: ProviderContext,
  addon: Addon,
  verdict: Provision,
): Promise<void> {
  const user = await platform.store.users.find(addon.orderedBy)
  if (!user || verdict.kind === 'made') return
  await post(platform, 'order-failed', user.email, { name: addon.name, why: verdict.sentence })
}
