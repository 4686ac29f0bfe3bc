import type { Platform } from '#platform/platform.ts'
import type { Addon } from './addon.ts'

/** How a path names an add-on: by our id or by the partner's, of an owner or of a provider. */
export interface WantedAddon {
  addonId: string
  ownerId?: string
  providerId?: string
}

/** Clients use either id, so a path that says whose add-on it means may hold the partner's. */
export async function findAddon(
  { store }: Pick<Platform, 'store'>,
  { addonId, ownerId, providerId }: WantedAddon,
): Promise<Addon | undefined> {
  const addon =
    (await store.addons.find(addonId)) ??
    (ownerId !== undefined
      ? (await store.addons.listOf(ownerId)).find(({ realId }) => realId === addonId)
      : providerId !== undefined
        ? await store.addons.findByRealId(providerId, addonId)
        : undefined)
  if (ownerId !== undefined && addon?.ownerId !== ownerId) return undefined
  if (providerId !== undefined && addon?.providerId !== providerId) return undefined
  return addon
}
