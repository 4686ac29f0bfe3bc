import {
  array,
  type Infer,
  integer,
  list,
  nullable,
  number,
  object,
  oneOf,
  optional,
  string,
} from '#kit/schema.ts'
import type { ListedAlert } from '#platform/overview/alerts/alert-rules.ts'
import { type AlertKindName, alertKindNames, alertKinds } from '#protocol/alerts.ts'

const kind = oneOf(...(alertKindNames as [AlertKindName, ...AlertKindName[]]))

const activeAlert = object({
  resourceId: string,
  /** Of the application or add-on. */
  name: string,
  since: string,
  /** The figure when it began. */
  value: number,
})

export const alertAnswer = object({
  id: string,
  ownerId: string,
  kind,
  threshold: number,
  unit: oneOf('%', 'ms', 'days'),
  minutes: integer,
  /** Application or add-on; `null` for all of the owner. */
  resourceId: nullable(string),
  /** Ids of webhooks and e-mail notifications; `null` for those whose events it is among. */
  targets: nullable(list(string)),
  state: oneOf('ok', 'active'),
  active: list(activeAlert),
  createdAt: string,
})
export const alertList = list(alertAnswer)

const changeable = {
  threshold: number,
  minutes: optional(integer),
  targets: optional(array(string)),
}
export const alertBody = object({ kind, resourceId: optional(string), ...changeable })
export const alertChange = object(changeable)

const iso = (date: number): string => new Date(date).toISOString()

export const alertToWire = (rule: ListedAlert): Infer<typeof alertAnswer> => ({
  id: rule.id,
  ownerId: rule.ownerId,
  kind: rule.kind,
  threshold: rule.threshold,
  unit: alertKinds[rule.kind].unit,
  minutes: rule.minutes,
  resourceId: rule.resourceId === '' ? null : rule.resourceId,
  targets: rule.targets,
  state: rule.active.length > 0 ? 'active' : 'ok',
  active: rule.active.map(({ resourceId, name, since, value }) => ({
    resourceId,
    name,
    since: iso(since),
    value,
  })),
  createdAt: iso(rule.createdAt),
})
