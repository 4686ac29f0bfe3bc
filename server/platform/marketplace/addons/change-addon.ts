import { meterAddon } from '#platform/billing/usage/meter.ts'
import { recordAddonState } from '#platform/events/addon-events.ts'
import type { Addon } from '#platform/model/marketplace/addon.ts'
import { type AddonChange, withChange } from '#platform/model/marketplace/addon-changes.ts'
import type { Store } from '#platform/model/store.ts'

/**
 * Writes a change of what was just read, inside a transaction, and returns the add-on as it is then. Its use is metered
 * and a new state becomes an event in the same transaction.
 */
export async function changeAddon<One extends Addon>(
  store: Store,
  addon: One,
  change: AddonChange<One['state']>,
  now: number,
): Promise<Addon> {
  const from: readonly One['state'][] = [addon.state]
  await store.addons.change(addon.id, from, change)
  await meterAddon(store, addon.id, now)
  const changed = withChange(addon, change)
  if (changed.state !== addon.state) await recordAddonState(store, changed, changed.state, now)
  return changed
}
