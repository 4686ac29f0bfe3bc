import type { Platform } from '#platform/platform.ts'
import { isNamed } from '#platform/providers/choose-plan.ts'
import { Refusal } from '#platform/refusal.ts'
import { readConfig } from '#protocol/config.ts'
import type { Addon } from './addon.ts'
import { giveConfig } from './give-config.ts'
import { requireOffer } from './require-offer.ts'
import { findRunning } from './running-switch.ts'
import { refreshWaysTo } from './ways.ts'

/** The partner says that the plan has changed; without values the add-on keeps those it has. */
export async function finishPlanSwitch(
  platform: Pick<Platform, 'store' | 'clock' | 'queue' | 'engine'>,
  { id: addonId }: Addon,
  { planId, config }: { planId?: string | undefined; config: unknown },
): Promise<Addon> {
  const { clock, queue } = platform
  const [addon, restarting] = await platform.store.transaction(async (store) => {
    const inside = { store, clock }
    const addon = await store.addons.find(addonId)
    const running = await findRunning(store, addonId)
    if (!addon || !running) {
      throw new Refusal('conflict', 'No change of plan is under way for this add-on.')
    }
    const { provider } = await requireOffer(inside, addon)
    const plan = await store.plans.find(running.toPlanId)
    if (planId !== undefined && plan && !isNamed(provider, plan, planId)) {
      throw new Refusal('invalid', `The add-on is on its way to the plan ${plan.slug}.`)
    }
    const read = readConfig(config, provider.manifest.api.config_vars)
    if ('problem' in read) throw new Refusal('invalid', read.problem)
    const over = { planId: running.toPlanId, dueAt: null, attempts: 0, trouble: '' } as const
    await store.planSwitches.end(running.id, { state: 'OK', endedAt: clock(), message: '' })
    const restarting = await giveConfig(inside, addon, { ...addon.config, ...read.config }, over)
    return [await store.addons.find(addonId), restarting] as const
  })
  for (const id of restarting) queue.wake(id)
  await refreshWaysTo(platform, addonId)
  if (!addon) throw new Error(`${addonId} is gone`)
  return addon
}
