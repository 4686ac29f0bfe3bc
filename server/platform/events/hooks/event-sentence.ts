import type { PlatformEvent } from '#platform/model/events/event.ts'
import { alertFigure, alertKinds, conditionText, isAlertKind } from '#protocol/alerts.ts'

const maxLength = 200

/** A value of an event as one short line of text. */
function textOf(value: unknown): string {
  const line = typeof value === 'string' ? value : ''
  return line
    .replaceAll(/[\p{C}\u2028\u2029\s]+/gu, ' ')
    .trim()
    .slice(0, maxLength)
}

const deployments: Readonly<Record<string, string>> = {
  DEPLOYMENT_ACTION_BEGIN: 'has begun',
  DEPLOYMENT_ACTION_END: 'has ended',
  DEPLOYMENT_SUCCESS: 'succeeded',
  DEPLOYMENT_FAIL: 'failed',
}

/** An event in one sentence, for people. */
export function eventSentence({ name, data }: PlatformEvent): string {
  const author = (data.author as { name?: unknown } | null | undefined)?.name
  const by = textOf(author) ? ` by ${textOf(author)}` : ''
  const subject = textOf(data.name) || textOf(data.id)
  const outcome = deployments[name]
  if (outcome !== undefined) {
    const commit = textOf(data.commit).slice(0, 8)
    const what = `${textOf(data.action)} of ${subject}${commit && ` at ${commit}`}`
    const why = textOf(data.failure)
    return `${what} ${outcome}${by}${why && `: ${why}`}`
  }
  if (name === 'ALERT_BEGIN' || name === 'ALERT_END') return alertSentence(name, subject, data)
  if (name === 'SPENDING_REACHED') {
    const { amount, reached, currency, basis } = data
    const what = basis === 'expected' ? 'are expected to reach' : 'have reached'
    return `Costs of ${textOf(data.month)} ${what} ${textOf(reached)} ${textOf(currency)}, the alert was set to ${textOf(amount)}`
  }
  const action = textOf(data.action)
  return `${name}: ${subject}${action && ` (${action})`}${by}`
}

/** `shop: 5xx responses at 12.5 % (alert: 5xx responses above 5 % for 5 minutes)`. */
function alertSentence(
  name: 'ALERT_BEGIN' | 'ALERT_END',
  subject: string,
  { kind, threshold, minutes, value, reason }: PlatformEvent['data'],
): string {
  if (typeof kind !== 'string' || !isAlertKind(kind)) return `${name}: ${subject}`
  const condition = conditionText({ kind, threshold: Number(threshold), minutes: Number(minutes) })
  const { title } = alertKinds[kind]
  const figure = typeof value === 'number' ? alertFigure(value, kind) : ''
  const now = figure && `${title} at ${figure}`
  if (name === 'ALERT_BEGIN') return `${subject}: ${now} (alert: ${condition})`
  const why = textOf(reason) || (now && `${now}.`)
  return `${subject}: the alert is over${why && `. ${why.slice(0, 1).toUpperCase()}${why.slice(1)}`} (${condition})`
}
