import { newId } from '#kit/text/ids.ts'
import { isApplicationId, isEmailHookId, isWebhookId, type OwnerId } from '#platform/model/ids.ts'
import type {
  ActiveAlert,
  AlertRule,
  AlertRuleChange,
  AlertRuleId,
  AlertTarget,
} from '#platform/model/observability/alert-rule.ts'
import type { MeasuredId } from '#platform/model/observability/sample.ts'
import { Refusal } from '#platform/model/refusal.ts'
import type { Store } from '#platform/model/store.ts'
import type { Platform } from '#platform/overview/platform.ts'
import {
  type AlertKindName,
  alertFigure,
  alertKinds,
  defaultAlertMinutes,
  maxAlertMinutes,
} from '#protocol/alerts.ts'
import { endAlert } from './change-alert.ts'

type Context = Pick<Platform, 'store' | 'clock'>

const maxRules = 50
const maxTargets = 20

export interface WantedAlert {
  kind: AlertKindName
  threshold: number
  minutes?: number | undefined
  /** Empty for all applications or add-ons of the owner. */
  resourceId?: string | undefined
  targets?: readonly string[] | undefined
}

/** A rule with what is active of it. */
export interface ListedAlert extends AlertRule {
  active: (ActiveAlert & { name: string })[]
}

/** Oldest first. */
export async function listAlertRules(
  { store }: Pick<Platform, 'store'>,
  ownerId: OwnerId,
): Promise<ListedAlert[]> {
  const rules = await store.alertRules.listOf(ownerId)
  const active = await store.activeAlerts.listOf(rules.map(({ id }) => id))
  const named = await Promise.all(
    active.map(async (alert) => ({ ...alert, name: await nameOf(store, alert.resourceId) })),
  )
  return rules.map((rule) => ({
    ...rule,
    active: named.filter(({ ruleId }) => ruleId === rule.id),
  }))
}

/** A rule of the owner; one of another owner is reported as missing. */
export async function getAlertRule(
  { store }: Pick<Platform, 'store'>,
  ownerId: OwnerId,
  id: string,
): Promise<AlertRule> {
  const rule = await store.alertRules.find(id as AlertRuleId)
  if (rule?.ownerId === ownerId) return rule
  throw new Refusal('missing', `There is no alert ${id.slice(0, 100)}.`)
}

export async function addAlertRule(
  { store, clock }: Context,
  ownerId: OwnerId,
  wanted: WantedAlert,
): Promise<AlertRule> {
  const { kind } = wanted
  const rule: AlertRule = {
    id: newId('alert'),
    ownerId,
    kind,
    resourceId: await resourceOf(store, ownerId, wanted),
    ...(await validated(store, ownerId, wanted)),
    createdAt: clock(),
  }
  await store.transaction(async (inside) => {
    if ((await inside.alertRules.listOf(ownerId)).length >= maxRules) {
      throw new Refusal('limited', `There are ${maxRules} alerts already: remove one first.`)
    }
    await inside.alertRules.add(rule)
  })
  return rule
}

/** Changes threshold, minutes and targets; what is active stays so until the new threshold is kept. */
export async function changeAlertRule(
  { store }: Context,
  rule: AlertRule,
  wanted: Pick<WantedAlert, 'threshold' | 'minutes' | 'targets'>,
): Promise<AlertRule> {
  const change = await validated(store, rule.ownerId, { ...wanted, kind: rule.kind })
  await store.alertRules.change(rule.id, change)
  return { ...rule, ...change }
}

/** Removes a rule; whoever was told that it began is told that it is over. */
export async function removeAlertRule(platform: Context, rule: AlertRule): Promise<void> {
  await platform.store.transaction(async (store) => {
    for (const { resourceId } of await store.activeAlerts.listOf([rule.id])) {
      const subject = { id: resourceId, name: await nameOf(store, resourceId) }
      const reason = 'The alert was removed.'
      await endAlert({ ...platform, store }, rule, subject, { reason })
    }
    await store.alertRules.remove(rule.id)
  })
}

async function validated(
  store: Store,
  ownerId: OwnerId,
  { kind, threshold, minutes = defaultAlertMinutes, targets = [] }: WantedAlert,
): Promise<AlertRuleChange> {
  const { min, max, holds } = alertKinds[kind]
  if (!(threshold >= min && threshold <= max)) {
    throw wrong(
      'threshold',
      `The threshold must be between ${alertFigure(min, kind)} and ${alertFigure(max, kind)}.`,
    )
  }
  if (!Number.isSafeInteger(minutes) || minutes < 1 || minutes > maxAlertMinutes) {
    throw wrong('minutes', `The minutes must be between 1 and ${maxAlertMinutes}.`)
  }
  if (targets.length > maxTargets) {
    throw wrong('targets', `An alert has ${maxTargets} targets at most.`)
  }
  const found: AlertTarget[] = []
  for (const id of new Set(targets)) found.push(await targetOf(store, ownerId, id))
  return { threshold, minutes: holds ? minutes : 1, targets: found.length > 0 ? found : null }
}

async function targetOf(store: Store, ownerId: OwnerId, id: string): Promise<AlertTarget> {
  if (isWebhookId(id) && (await store.webhooks.find(id))?.ownerId === ownerId) return id
  if (isEmailHookId(id) && (await store.emailHooks.find(id))?.ownerId === ownerId) return id
  throw wrong('targets', `There is no webhook or e-mail notification ${id.slice(0, 100)} there.`)
}

async function resourceOf(
  store: Store,
  ownerId: OwnerId,
  { kind, resourceId = '' }: WantedAlert,
): Promise<MeasuredId | ''> {
  if (resourceId === '') return ''
  const { of, title } = alertKinds[kind]
  if (of === 'application' && isApplicationId(resourceId)) {
    const application = await store.applications.find(resourceId)
    if (application?.ownerId === ownerId) return application.id
  }
  if (of === 'addon') {
    const addon = (await store.addons.listOf(ownerId)).find(
      ({ id, realId }) => id === resourceId || realId === resourceId,
    )
    if (addon) return addon.id
  }
  const what = of === 'addon' ? 'add-on' : 'application'
  throw wrong(
    'resourceId',
    `An alert for ${title} is about an ${what}, and there is no ${what} ${resourceId.slice(0, 100)} there.`,
  )
}

async function nameOf(store: Store, id: MeasuredId): Promise<string> {
  const found = isApplicationId(id)
    ? await store.applications.find(id)
    : await store.addons.find(id)
  return found?.name ?? id
}

const wrong = (field: string, message: string) =>
  new Refusal('invalid', message, { fields: { [field]: message } })
