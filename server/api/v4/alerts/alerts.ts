import { outcome } from '#api/answers/outcome.ts'
import { type Endpoint, endpoint } from '#api/http/endpoint.ts'
import { done } from '#api/http/response.ts'
import type { OwnerId } from '#platform/model/ids.ts'
import type { AlertRule } from '#platform/model/observability/alert-rule.ts'
import {
  addAlertRule,
  changeAlertRule,
  getAlertRule,
  listAlertRules,
  removeAlertRule,
} from '#platform/overview/alerts/alert-rules.ts'
import type { Platform } from '#platform/platform.ts'
import { alertAnswer, alertBody, alertChange, alertList, alertToWire } from './alert-record.ts'

const path = '/v4/berth/organisations/:ownerId/alerts'

const listAlerts = endpoint({
  method: 'GET',
  path,
  access: { on: 'owner', may: 'see' },
  summary:
    'Lists the alerts of an owner, each with the applications or add-ons that it is active for',
  answer: alertList,
  handle: async ({ platform, ownerId }) =>
    (await listAlertRules(platform, ownerId)).map(alertToWire),
})

const postAlert = endpoint({
  method: 'POST',
  path,
  access: { on: 'owner', may: 'operate' },
  action: 'alert.add',
  summary:
    'Adds an alert: `kind` crosses `threshold` for `minutes` (5), at the application or add-on `resourceId` or at all; `targets` are ids of webhooks and e-mail notifications, by default those that have its events',
  body: alertBody,
  answer: alertAnswer,
  async handle({ platform, ownerId, body }) {
    return shown(platform, ownerId, await addAlertRule(platform, ownerId, body))
  },
})

const putAlert = endpoint({
  method: 'PUT',
  path: `${path}/:alertId`,
  access: { on: 'owner', may: 'operate' },
  action: 'alert.change',
  summary: 'Changes threshold, minutes and targets of an alert',
  body: alertChange,
  answer: alertAnswer,
  async handle({ platform, ownerId, params, body }) {
    const rule = await getAlertRule(platform, ownerId, params.alertId)
    return shown(platform, ownerId, await changeAlertRule(platform, rule, body))
  },
})

const deleteAlert = endpoint({
  method: 'DELETE',
  path: `${path}/:alertId`,
  access: { on: 'owner', may: 'operate' },
  action: 'alert.remove',
  summary: 'Removes an alert; if it is active, its targets are told that it is over',
  answer: outcome,
  async handle({ platform, ownerId, params }) {
    await removeAlertRule(platform, await getAlertRule(platform, ownerId, params.alertId))
    return done('The alert was removed.')
  },
})

async function shown(platform: Platform, ownerId: OwnerId, rule: AlertRule) {
  const listed = (await listAlertRules(platform, ownerId)).find(({ id }) => id === rule.id)
  return alertToWire(listed ?? { ...rule, active: [] })
}

/** Alerts by threshold. */
export const alertEndpoints: readonly Endpoint[] = [listAlerts, postAlert, putAlert, deleteAlert]
