import { isDeepStrictEqual } from 'node:util'
import type { Addon } from '#platform/addons/addon.ts'
import type { AddonChange } from '#platform/addons/addon-changes.ts'
import { changeAddon } from '#platform/addons/change-addon.ts'
import { queueRestarts } from '#platform/addons/links/restart-linked.ts'
import type { ApplicationId } from '#platform/ids.ts'
import type { Platform } from '#platform/platform.ts'
import type { RestartAdmission } from '#platform/quotas/deployment-quota.ts'

/** Restarts caused by new values. */
export interface Restart {
  /** Reason shown in the activity and the log of the application. */
  cause?: string
  admit?: RestartAdmission
}

/**
 * Replaces the config of an add-on, with other changes, inside a transaction. Linked applications restart if the
 * config differs; the caller wakes the queue for the returned ones after the commit.
 */
export async function applyConfig<One extends Addon>(
  platform: Pick<Platform, 'store' | 'clock'>,
  addon: One,
  config: Readonly<Record<string, string>>,
  change: AddonChange<One['state']>,
  { cause = `New values of the add-on ${addon.name}`, admit }: Restart = {},
): Promise<ApplicationId[]> {
  await changeAddon(platform.store, addon, { ...change, config }, platform.clock())
  if (isDeepStrictEqual({ ...addon.config }, { ...config })) return []
  const linked = await platform.store.links.applicationsOf(addon.id)
  return queueRestarts(platform, linked, cause, admit)
}
