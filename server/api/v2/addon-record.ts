import type { addonAnswer } from '#api/answers/addons.ts'
import type { Infer } from '#kit/schema.ts'
import { stableUuid } from '#kit/text/ids.ts'
import { type Offer, offerOf } from '#platform/marketplace/providers/catalogue.ts'
import type { Addon } from '#platform/model/marketplace/addon.ts'
import type { Platform } from '#platform/platform.ts'
import { planToWire, providerToWire } from './provider-record.ts'

/** The add-on record of v2, extended by state and message for our own clients. */
function addonToWire(
  addon: Addon,
  { provider, plans, features, zones }: Offer,
): Infer<typeof addonAnswer> {
  const plan = plans.find(({ id }) => id === addon.planId)
  if (!plan) throw new Error(`the plan ${addon.planId} of ${addon.id} is gone`)
  return {
    id: addon.id,
    realId: realIdOf(addon),
    name: addon.name,
    region: addon.zone,
    zoneId: stableUuid(`zone ${addon.zone}`),
    provider: providerToWire(provider, zones),
    plan: planToWire(plan, features, zones),
    creationDate: addon.createdAt,
    configKeys: Object.keys(addon.config),
    state: addon.state,
    message: addon.message,
    trouble: addon.trouble,
  }
}

/** Clients need a string; until the provider has answered, our id takes its place. */
export const realIdOf = ({ id, realId }: Addon): string => realId ?? id

/** Loads and serialises the record of an add-on. */
export async function addonRecord(platform: Pick<Platform, 'store' | 'policies'>, addon: Addon) {
  const [record] = await addonRecords(platform, [addon])
  if (!record) throw new Error(`${addon.id} has no record`)
  return record
}

/** Records of several add-ons; each provider is loaded once. */
export async function addonRecords(
  platform: Pick<Platform, 'store' | 'policies'>,
  addons: readonly Addon[],
) {
  const ids = [...new Set(addons.map(({ providerId }) => providerId))]
  const offers = new Map(
    await Promise.all(
      ids.map(async (id) => {
        const provider = await platform.store.providers.find(id)
        if (!provider) throw new Error(`the provider ${id} is gone`)
        return [id, await offerOf(platform, provider)] as const
      }),
    ),
  )
  return addons.flatMap((addon) => {
    const offer = offers.get(addon.providerId)
    return offer ? [addonToWire(addon, offer)] : []
  })
}
