import type { Platform } from '#platform/platform.ts'
import type { Addon, AddonChange } from './addon.ts'
import { queueRestarts } from './restart-linked.ts'

/**
 * Gives an add-on new values beside what else changes, inside a transaction. Values that are not named stay. The queue
 * has to be woken, once it is over, for the applications that come back: they restart if it makes a difference.
 */
export async function giveConfig(
  platform: Pick<Platform, 'store' | 'clock'>,
  addon: Addon,
  given: Readonly<Record<string, string>>,
  change: AddonChange,
): Promise<string[]> {
  const config = { ...addon.config, ...given }
  await platform.store.addons.change(addon.id, [addon.state], { ...change, config })
  const isNew = Object.entries(given).some(([name, value]) => addon.config[name] !== value)
  if (!isNew) return []
  const linked = await platform.store.links.applicationsOf(addon.id)
  return queueRestarts(platform, linked, `Add-on ${addon.name}`)
}
