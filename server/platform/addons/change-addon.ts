import type { Addon } from './addon.ts'
import { type AddonChange, withChange } from './addon-changes.ts'
import type { Addons } from './addon-store.ts'

/** Writes a change of what was just read, inside a transaction, and returns the add-on as it is then. */
export async function changeAddon<One extends Addon>(
  { addons }: { addons: Addons },
  addon: One,
  change: AddonChange<One['state']>,
): Promise<Addon> {
  const from: readonly One['state'][] = [addon.state]
  await addons.change(addon.id, from, change)
  return withChange(addon, change)
}
