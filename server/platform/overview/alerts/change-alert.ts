import { recordEvent } from '#platform/events/record-event.ts'
import { isApplicationId } from '#platform/model/ids.ts'
import type { AlertRule } from '#platform/model/observability/alert-rule.ts'
import type { MeasuredId } from '#platform/model/observability/sample.ts'
import type { Store } from '#platform/model/store.ts'
import type { Platform } from '#platform/overview/platform.ts'

type Context = Pick<Platform, 'store' | 'clock'>

interface Subject {
  id: MeasuredId
  name: string
}

/**
 * Stores that a threshold is crossed together with its event, from which all messages follow: a crash leaves both or
 * neither, and of several servers one begins it.
 */
export async function beginAlert(
  { store, clock }: Context,
  rule: AlertRule,
  subject: Subject,
  value: number,
): Promise<void> {
  const since = clock()
  await store.transaction(async (inside) => {
    // It may have been removed since it was listed.
    if (!(await inside.alertRules.find(rule.id))) return
    const alert = { ruleId: rule.id, resourceId: subject.id, since, value }
    if (!(await inside.activeAlerts.add(alert))) return
    await recordAlert(inside, 'ALERT_BEGIN', rule, subject, { date: since, value })
  })
}

/** Ends it, by a figure or for another reason; nothing when it has ended already. */
export async function endAlert(
  { store, clock }: Context,
  rule: AlertRule,
  subject: Subject,
  { value, reason }: { value?: number; reason?: string },
): Promise<void> {
  await store.transaction(async (inside) => {
    if (!(await inside.activeAlerts.remove(rule.id, subject.id))) return
    await recordAlert(inside, 'ALERT_END', rule, subject, { date: clock(), value, reason })
  })
}

function recordAlert(
  store: Store,
  name: 'ALERT_BEGIN' | 'ALERT_END',
  { id: alert, ownerId, kind, threshold, minutes, targets }: AlertRule,
  { id, name: subjectName }: Subject,
  {
    date,
    value,
    reason,
  }: { date: number; value?: number | undefined; reason?: string | undefined },
): Promise<void> {
  return recordEvent(store, {
    ownerId,
    date,
    name,
    subjectId: id,
    data: {
      id,
      ...(isApplicationId(id) && { appId: id }),
      name: subjectName,
      ownerId,
      alert,
      kind,
      threshold,
      minutes,
      ...(value !== undefined && { value: Math.round(value * 100) / 100 }),
      ...(reason !== undefined && { reason }),
      ...(targets !== null && { targets }),
    },
  })
}
