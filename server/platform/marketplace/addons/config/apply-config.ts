import { isDeepStrictEqual } from 'node:util'
import { changeAddon } from '#platform/marketplace/addons/change-addon.ts'
import type { Platform } from '#platform/marketplace/platform.ts'
import type { RestartReason } from '#platform/model/hosting/deployments/restarts.ts'
import type { ApplicationId } from '#platform/model/ids.ts'
import type { Addon } from '#platform/model/marketplace/addon.ts'
import type { AddonChange } from '#platform/model/marketplace/addon-changes.ts'

/**
 * Replaces the config of an add-on, with other changes, inside a transaction. Linked applications restart if the
 * config differs; the caller wakes the queue for the returned ones after the commit.
 */
export async function applyConfig<One extends Addon>(
  { store, clock, restarts }: Pick<Platform, 'store' | 'clock' | 'restarts'>,
  addon: One,
  config: Readonly<Record<string, string>>,
  change: AddonChange<One['state']>,
  reason: Partial<RestartReason> = {},
): Promise<ApplicationId[]> {
  await changeAddon(store, addon, { ...change, config }, clock())
  if (isDeepStrictEqual({ ...addon.config }, { ...config })) return []
  const linked = await store.links.applicationsOf(addon.id)
  const cause = `New values of the add-on ${addon.name}`
  return restarts.enqueue(store, linked, { cause, ...reason })
}
