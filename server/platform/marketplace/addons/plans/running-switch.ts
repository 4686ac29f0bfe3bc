import type { AddonId } from '#platform/model/ids.ts'
import type { PlanSwitch } from '#platform/model/marketplace/addon.ts'
import type { Store } from '#platform/model/store.ts'

/** The plan change in progress, if any. */
export async function findRunning(
  { planSwitches }: Pick<Store, 'planSwitches'>,
  addonId: AddonId,
): Promise<PlanSwitch | undefined> {
  return (await planSwitches.listOf(addonId)).find(({ state }) => state === 'RUNNING')
}
