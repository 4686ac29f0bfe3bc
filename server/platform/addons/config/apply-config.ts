import { isDeepStrictEqual } from 'node:util'
import type { Addon } from '#platform/addons/addon.ts'
import type { AddonChange } from '#platform/addons/addon-changes.ts'
import { changeAddon } from '#platform/addons/change-addon.ts'
import { queueRestarts } from '#platform/addons/links/restart-linked.ts'
import type { ApplicationId } from '#platform/ids.ts'
import type { Platform } from '#platform/platform.ts'
import type { RestartAdmission } from '#platform/quotas/deployment-quota.ts'

/** The restarts that new values cause. */
export interface Restart {
  /** What the activity and the log of an application say about it. */
  cause?: string
  admit?: RestartAdmission
}

/**
 * Gives an add-on these values in place of all others, beside what else changes, inside a transaction. The queue
 * has to be woken, once it is over, for the applications that come back: they restart if it makes a difference.
 */
export async function applyConfig<One extends Addon>(
  platform: Pick<Platform, 'store' | 'clock'>,
  addon: One,
  config: Readonly<Record<string, string>>,
  change: AddonChange<One['state']>,
  { cause = `New values of the add-on ${addon.name}`, admit }: Restart = {},
): Promise<ApplicationId[]> {
  await changeAddon(platform.store, addon, { ...change, config })
  if (isDeepStrictEqual({ ...addon.config }, { ...config })) return []
  const linked = await platform.store.links.applicationsOf(addon.id)
  return queueRestarts(platform, linked, cause, admit)
}
