import type { Addon, AddonState } from '#platform/model/marketplace/addon.ts'
import type { Store } from '#platform/model/store.ts'
import { recordEvent } from './record-event.ts'

/** Stores that an add-on has another state, inside the transaction that writes it. */
export async function recordAddonState(
  store: Store,
  { id, realId, name, ownerId, providerId }: Addon,
  state: AddonState | 'removed',
  date: number,
): Promise<void> {
  await recordEvent(store, {
    ownerId,
    date,
    name: 'ADDON_STATE_CHANGE',
    subjectId: id,
    data: { id, realId, name, ownerId, providerId, state: state.toUpperCase() },
  })
}
