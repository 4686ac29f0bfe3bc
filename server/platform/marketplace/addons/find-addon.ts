import type { Platform } from '#platform/marketplace/platform.ts'
import { type AddonReference, isAddonId, type OwnerId, type UserId } from '#platform/model/ids.ts'
import type { Addon } from '#platform/model/marketplace/addon.ts'

/** Lookup of an add-on by our id or the provider's, scoped to an owner, a provider or the add-ons a user can see. */
export interface WantedAddon {
  addonId: AddonReference
  ownerId?: OwnerId
  providerId?: string
  /** User whose visible add-ons are searched for the provider's id, when neither owner nor provider is given. */
  userId?: UserId
}

/** Clients use either id, so a scoped path may contain the provider's. */
export async function findAddon(
  platform: Pick<Platform, 'store'>,
  wanted: WantedAddon,
): Promise<Addon | undefined> {
  const { addonId, ownerId, providerId } = wanted
  const addon = (await findById(platform, addonId)) ?? (await findByRealId(platform, wanted))
  if (ownerId !== undefined && addon?.ownerId !== ownerId) return undefined
  if (providerId !== undefined && addon?.providerId !== providerId) return undefined
  return addon
}

const findById = async ({ store }: Pick<Platform, 'store'>, addonId: AddonReference) =>
  isAddonId(addonId) ? store.addons.find(addonId) : undefined

async function findByRealId(
  { store: { addons } }: Pick<Platform, 'store'>,
  { addonId, ownerId, providerId, userId }: WantedAddon,
): Promise<Addon | undefined> {
  const isIt = ({ realId }: Addon) => realId === addonId
  if (ownerId !== undefined) return (await addons.listOf(ownerId)).find(isIt)
  if (providerId !== undefined) return addons.findByRealId(providerId, addonId)
  return userId === undefined ? undefined : (await addons.listSeenBy(userId)).find(isIt)
}
