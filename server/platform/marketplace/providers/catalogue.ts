import { isEuropean } from '#kit/text/europe.ts'
import type { Platform } from '#platform/marketplace/platform.ts'
import type { OwnerId } from '#platform/model/ids.ts'
import type { Feature, Plan } from '#platform/model/marketplace/plan.ts'
import { ownOwner, type Provider } from '#platform/model/marketplace/provider.ts'
import { Refusal } from '#platform/model/refusal.ts'

/** A provider with its plans, features and zones. */
export interface Offer {
  provider: Provider
  /** Sorted by price, cheapest first. */
  plans: readonly Plan[]
  features: readonly Feature[]
  /** Names of the zones where it can be ordered. */
  zones: readonly string[]
}

/** Providers that an owner may order from; without an owner, the public ones. */
export async function catalogueFor(
  platform: Pick<Platform, 'store' | 'policies'>,
  ownerId: OwnerId | undefined,
): Promise<Offer[]> {
  const { store } = platform
  const [providers, plans, tested] = await Promise.all([
    store.providers.listAll(),
    store.plans.listAll(),
    ownerId === undefined ? [] : store.testers.listBy(ownerId),
  ])
  const plansOf = Map.groupBy(plans, ({ providerId }) => providerId)
  const orderable = providers.filter(
    (provider) => plansOf.has(provider.id) && mayOrder(provider, ownerId, tested),
  )
  return Promise.all(
    orderable.map(async (provider) => ({
      provider,
      plans: plansOf.get(provider.id) ?? [],
      features: await store.features.listOf(provider.id),
      zones: zonesOf(platform, provider),
    })),
  )
}

/** One provider that an owner may order from; any other is reported as missing. */
export const findOffer = (
  platform: Pick<Platform, 'store' | 'policies'>,
  ownerId: OwnerId | undefined,
  providerId: string,
): Promise<Offer> => findOfferOfAny(platform, ownerId === undefined ? [] : [ownerId], providerId)

/** Like `findOffer`, for a user who may order for any of these owners. */
export async function findOfferOfAny(
  platform: Pick<Platform, 'store' | 'policies'>,
  ownerIds: readonly OwnerId[],
  providerId: string,
): Promise<Offer> {
  const provider = await platform.store.providers.find(providerId)
  if (provider) {
    const testers = await platform.store.testers.listOf(providerId)
    const mayOne = [undefined, ...ownerIds].some((ownerId) =>
      mayOrder(provider, ownerId, ownerId && testers.includes(ownerId) ? [providerId] : []),
    )
    if (mayOne) return offerOf(platform, provider)
  }
  throw new Refusal('missing', `There is no add-on provider ${providerId}.`)
}

/** A provider with its plans and features, regardless of who may order. */
export async function offerOf(
  platform: Pick<Platform, 'store' | 'policies'>,
  provider: Provider,
): Promise<Offer> {
  const [plans, features] = await Promise.all([
    platform.store.plans.listOf(provider.id),
    platform.store.features.listOf(provider.id),
  ])
  return { provider, plans, features, zones: zonesOf(platform, provider) }
}

/**
 * Zones for the regions of a manifest: `eu` means every European zone, a zone's name that zone. Built-in providers are
 * offered in every zone.
 */
export function zonesOf(
  { policies }: Pick<Platform, 'policies'>,
  { manifest, ownerId }: Pick<Provider, 'manifest' | 'ownerId'>,
): string[] {
  const { regions } = manifest.api
  if (ownerId === ownOwner) return policies.zones.map(({ name }) => name)
  return policies.zones
    .filter(
      ({ name, countryCode }) =>
        regions.includes(name) || (regions.includes('eu') && isEuropean(countryCode)),
    )
    .map(({ name }) => name)
}

function mayOrder(
  { id, stage, ownerId: providerId }: Provider,
  ownerId: OwnerId | undefined,
  tested: readonly string[],
): boolean {
  switch (stage) {
    case 'ALPHA':
      return ownerId === providerId
    case 'BETA_PRIV':
      return ownerId === providerId || tested.includes(id)
    case 'BETA_PUB':
    case 'RELEASE':
      return true
    case 'DELETED':
      return false
  }
}
