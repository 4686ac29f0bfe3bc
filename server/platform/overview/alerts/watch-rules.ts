import type { Application } from '#platform/model/hosting/application.ts'
import { isAddonId, isApplicationId, type OwnerId } from '#platform/model/ids.ts'
import type { Addon } from '#platform/model/marketplace/addon.ts'
import type { ActiveAlert, AlertRule } from '#platform/model/observability/alert-rule.ts'
import type { MeasuredId } from '#platform/model/observability/sample.ts'
import type { Platform } from '#platform/overview/platform.ts'
import { alertKinds } from '#protocol/alerts.ts'
import { removeAlertRule } from './alert-rules.ts'
import { beginAlert, endAlert } from './change-alert.ts'
import { decideAlert } from './decide-alert.ts'
import { addonFigures, applicationFigures, type Figures } from './read-figures.ts'

type Context = Pick<Platform, 'store' | 'clock' | 'metrics' | 'policies' | 'placement'>

interface WatchedResource {
  id: MeasuredId
  name: string
  /** Whether it is meant to run. */
  isRunning: boolean
  figures: Figures
}

interface WatchOptions {
  signal: AbortSignal
  onBug: (error: unknown) => void
}

/** Looks at all rules of the resources whose figures this server has; returns how many rules there are. */
export async function watchRules(
  platform: Context,
  { signal, onBug }: WatchOptions,
): Promise<number> {
  const rules = await platform.store.alertRules.listAll()
  for (const [ownerId, own] of Map.groupBy(rules, (rule) => rule.ownerId)) {
    if (signal.aborted) break
    // What is wrong with one owner does not keep the others waiting.
    await watchOwner(platform, ownerId, own, signal).catch(onBug)
  }
  return rules.length
}

async function watchOwner(
  platform: Context,
  ownerId: OwnerId,
  rules: readonly AlertRule[],
  signal: AbortSignal,
): Promise<void> {
  const { store } = platform
  const active = await store.activeAlerts.listOf(rules.map(({ id }) => id))
  const isAbout = (of: 'application' | 'addon') => (rule: AlertRule) =>
    alertKinds[rule.kind].of === of
  const ofApplications = rules.filter(isAbout('application'))
  const ofAddons = rules.filter(isAbout('addon'))
  await endOfDeleted(platform, rules, active)
  const minutes = Math.max(1, ...rules.map((rule) => rule.minutes))
  for (const application of await applicationsOf(platform, ownerId, ofApplications)) {
    if (signal.aborted) return
    if (!(await platform.placement.isLocal(application.id))) continue
    const resource = {
      id: application.id,
      name: application.name,
      isRunning: isRunning(application),
      figures: applicationFigures(platform, application, minutes),
    }
    await watchResource(platform, ofApplications, resource, active)
  }
  // The server that asks providers has the samples of add-ons.
  if (ofAddons.length === 0 || !(await platform.placement.isLocal('built-in providers'))) return
  for (const addon of await addonsOf(platform, ownerId, ofAddons)) {
    if (signal.aborted) return
    const figures = addonFigures(platform, addon, minutes)
    const resource = { id: addon.id, name: addon.name, isRunning: true, figures }
    await watchResource(platform, ofAddons, resource, active)
  }
}

/** Ends what is active for applications and add-ons that were deleted since. */
async function endOfDeleted(
  platform: Context,
  rules: readonly AlertRule[],
  active: readonly ActiveAlert[],
): Promise<void> {
  const { applications, addons } = platform.store
  for (const { ruleId, resourceId: id } of active) {
    const rule = rules.find((each) => each.id === ruleId)
    const found = isApplicationId(id) ? await applications.find(id) : await addons.find(id)
    if (rule && !found)
      await endAlert(platform, rule, { id, name: id }, { reason: 'It was deleted.' })
  }
}

async function watchResource(
  platform: Context,
  rules: readonly AlertRule[],
  resource: WatchedResource,
  active: readonly ActiveAlert[],
): Promise<void> {
  for (const rule of rules) {
    if (rule.resourceId !== '' && rule.resourceId !== resource.id) continue
    const isActive = active.some(
      ({ ruleId, resourceId }) => ruleId === rule.id && resourceId === resource.id,
    )
    const { wrong, holds } = alertKinds[rule.kind]
    if (!resource.isRunning && holds) {
      if (isActive) await endAlert(platform, rule, resource, { reason: 'It no longer runs.' })
      continue
    }
    const { threshold, minutes } = rule
    const figures = await resource.figures.read(rule.kind, minutes)
    const decision = decideAlert({ wrong, threshold, minutes, isActive, figures })
    if (decision?.change === 'begin') await beginAlert(platform, rule, resource, decision.value)
    if (decision?.change === 'end') await endAlert(platform, rule, resource, decision)
  }
}

const isRunning = ({ wanted, suspended, asleepSince }: Application) =>
  wanted === 'up' && !suspended && asleepSince === null

/** Those that the rules are about. A rule about one that is gone goes with it. */
async function applicationsOf(
  platform: Context,
  ownerId: OwnerId,
  rules: readonly AlertRule[],
): Promise<Application[]> {
  const { store } = platform
  if (rules.some(({ resourceId }) => resourceId === '')) return store.applications.listOf(ownerId)
  const found: Application[] = []
  for (const [resourceId, own] of Map.groupBy(rules, (rule) => rule.resourceId)) {
    const application = isApplicationId(resourceId)
      ? await store.applications.find(resourceId)
      : undefined
    if (application?.ownerId === ownerId) found.push(application)
    else for (const rule of own) await removeAlertRule(platform, rule)
  }
  return found
}

async function addonsOf(
  platform: Context,
  ownerId: OwnerId,
  rules: readonly AlertRule[],
): Promise<Addon[]> {
  const own = await platform.store.addons.listOf(ownerId)
  const known = new Set<string>(own.map(({ id }) => id))
  for (const rule of rules) {
    const { resourceId } = rule
    if (isAddonId(resourceId) && !known.has(resourceId)) await removeAlertRule(platform, rule)
  }
  if (rules.some(({ resourceId }) => resourceId === '')) return own
  return own.filter(({ id }) => rules.some(({ resourceId }) => resourceId === id))
}
