import { newId } from '#kit/text/ids.ts'
import { decimalOf } from '#platform/model/billing/amount.ts'
import type { UsageInterval, UsageSubject } from '#platform/model/billing/usage-interval.ts'
import type { Application } from '#platform/model/hosting/application.ts'
import type { Instance } from '#platform/model/hosting/instances/instance.ts'
import type { Run } from '#platform/model/hosting/runs/run.ts'
import { type AddonId, isAddonId, type OwnerId, type PlanId } from '#platform/model/ids.ts'
import type { Addon } from '#platform/model/marketplace/addon.ts'
import { isProvided } from '#platform/model/marketplace/addon-states.ts'
import type { Plan } from '#platform/model/marketplace/plan.ts'
import type { Store } from '#platform/model/store.ts'

/**
 * Use before this time is final, so nothing is added to it: the owner's months were invoiced, or all months were, and
 * the owner had none.
 */
export async function closedUntil(store: Store, ownerId: OwnerId): Promise<number> {
  const account = await store.billingAccounts.find(ownerId)
  const invoicedUntil = await store.billingTimes.get('invoiced-until')
  return Math.max(account?.closedUntil ?? 0, invoicedUntil ?? 0)
}

/**
 * Begins an interval; call it in the transaction that writes that the use begins. It never begins before the last one
 * of the meter has ended, nor in a month that was invoiced: after the clock has stepped back, no second counts twice.
 */
export async function openUsage(store: Store, subject: UsageSubject, now: number): Promise<void> {
  const last = await store.usage.findLast(subject.meterId)
  if (last?.until === null) return
  const from = Math.max(now, last?.until ?? 0, await closedUntil(store, subject.ownerId))
  await store.usage.add({ ...subject, id: newId('usage'), from, until: null })
}

/** Ends the open interval of a meter, if any; call it in the transaction that writes that the use ends. */
export async function closeUsage(store: Store, meterId: string, now: number): Promise<void> {
  const open = await store.usage.findOpen(meterId)
  if (open) await endInterval(store, open, now)
}

/** An interval never ends before it begins, nor before what was invoiced of it. */
async function endInterval(
  store: Store,
  { id, ownerId, from }: UsageInterval,
  now: number,
): Promise<void> {
  await store.usage.close(id, Math.max(now, from, await closedUntil(store, ownerId)))
}

type MeteredApplication = Pick<Application, 'id' | 'ownerId' | 'name' | 'zone' | 'previewOf'>

const ofApplication = ({ id, ownerId, name, zone, previewOf }: MeteredApplication) => ({
  ownerId,
  resourceId: id,
  resourceName: name,
  zone,
  providerId: null,
  planId: null,
  planPrice: null,
  previewOf,
})

export const usageOfInstance = (
  application: MeteredApplication,
  { id, flavor }: Pick<Instance, 'id' | 'flavor'>,
): UsageSubject => ({
  ...ofApplication(application),
  kind: 'runtime',
  meterId: id,
  flavorOrPlan: flavor,
})

/** A run counts like an instance of its size. */
export const usageOfRun = (
  application: MeteredApplication,
  { id, flavor }: Pick<Run, 'id' | 'flavor'>,
): UsageSubject => ({
  ...ofApplication(application),
  kind: 'runtime',
  meterId: id,
  flavorOrPlan: flavor,
})

/** Meter of a deployment's build. */
export const buildMeter = (deploymentId: string): string => `build ${deploymentId}`

export const usageOfBuild = (
  application: MeteredApplication,
  deploymentId: string,
  flavor: string,
): UsageSubject => ({
  ...ofApplication(application),
  kind: 'build',
  meterId: buildMeter(deploymentId),
  flavorOrPlan: flavor,
})

export const usageOfAddon = (
  { id, ownerId, name, zone, providerId, planId, previewOf }: Addon,
  plan: Pick<Plan, 'slug' | 'price'> | undefined,
): UsageSubject => ({
  kind: 'addon',
  ownerId,
  resourceId: id,
  resourceName: name,
  meterId: id,
  flavorOrPlan: plan?.slug ?? '',
  zone,
  providerId,
  planId,
  planPrice: decimalOf(plan?.price ?? 0),
  previewOf,
})

/**
 * Brings the interval of an add-on in line with what its record says now: it lasts from the provider's word that the
 * add-on is made until its owner deletes it, and begins anew with another plan or price. Call it in each transaction
 * that changes the state or plan of an add-on, or the price of its plan.
 */
export async function meterAddon(store: Store, addonId: AddonId, now: number): Promise<void> {
  const addon = await store.addons.find(addonId)
  const open = await store.usage.findOpen(addonId)
  const used =
    addon && isProvided(addon)
      ? usageOfAddon(addon, await store.plans.find(addon.planId))
      : undefined
  if (open && used && isSamePrice(open, used)) return
  if (open) await endInterval(store, open, now)
  if (used) await openUsage(store, used, now)
}

/** Meters the add-ons of a plan anew, whose price or name has changed. */
export async function meterPlan(store: Store, planId: PlanId, now: number): Promise<void> {
  for (const { meterId } of await store.usage.listOpenOfPlan(planId)) {
    if (isAddonId(meterId)) await meterAddon(store, meterId, now)
  }
}

/** Whether an interval goes on with what is used now. */
export const isSamePrice = (one: UsageSubject, other: UsageSubject): boolean =>
  one.planId === other.planId &&
  one.flavorOrPlan === other.flavorOrPlan &&
  one.planPrice === other.planPrice
