import { type AddonReference, isAddonId, type OwnerId, type UserId } from '#platform/ids.ts'
import type { Platform } from '#platform/platform.ts'
import type { Addon } from './addon.ts'

/** How a path names an add-on: by our id or by the provider's, of an owner, of a provider, or of what a user sees. */
export interface WantedAddon {
  addonId: AddonReference
  ownerId?: OwnerId
  providerId?: string
  /** Whose add-ons a provider's id is looked for among, when nothing else says it. */
  userId?: UserId
}

/** Clients use either id, so a path that says whose add-on it means may hold the provider's. */
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
