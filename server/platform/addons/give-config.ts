import { isDeepStrictEqual } from 'node:util'
import type { Platform } from '#platform/platform.ts'
import type { RestartAdmission } from '#platform/quotas/restart-quota.ts'
import type { Addon, AddonChange } from './addon.ts'
import { queueRestarts } from './restart-linked.ts'

/**
 * Gives an add-on these values in place of all others, beside what else changes, inside a transaction. The queue
 * has to be woken, once it is over, for the applications that come back: they restart if it makes a difference.
 */
export async function giveConfig(
  platform: Pick<Platform, 'store' | 'clock'>,
  addon: Addon,
  config: Readonly<Record<string, string>>,
  change: AddonChange,
  admit?: RestartAdmission,
): Promise<string[]> {
  await platform.store.addons.change(addon.id, [addon.state], { ...change, config })
  if (isDeepStrictEqual({ ...addon.config }, { ...config })) return []
  const linked = await platform.store.links.applicationsOf(addon.id)
  return queueRestarts(platform, linked, `Add-on ${addon.name}`, admit)
}
