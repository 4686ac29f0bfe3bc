import type { PlanSwitch } from '#platform/addons/addon.ts'
import type { AddonId } from '#platform/ids.ts'
import type { Store } from '#platform/store.ts'

/** The plan change in progress, if any. */
export async function findRunning(
  { planSwitches }: Pick<Store, 'planSwitches'>,
  addonId: AddonId,
): Promise<PlanSwitch | undefined> {
  return (await planSwitches.listOf(addonId)).find(({ state }) => state === 'RUNNING')
}
