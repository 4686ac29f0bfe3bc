import { printable } from '#cli/terminal/printable.ts'
import type { Drain, DrainType } from '#client/resources/applications/drains.ts'

/** Types of recipients as commands name them. */
export const drainTypes = {
  betterstack: 'BETTERSTACK',
  datadog: 'DATADOG',
  elasticsearch: 'ELASTICSEARCH',
  newrelic: 'NEWRELIC',
  'ovh-tcp': 'OVH_TCP',
  'raw-http': 'RAW_HTTP',
  'syslog-tcp': 'SYSLOG_TCP',
  'syslog-udp': 'SYSLOG_UDP',
} as const satisfies Record<string, DrainType>

export type DrainTypeName = keyof typeof drainTypes

const nameOf = (type: DrainType): string =>
  Object.entries(drainTypes).find(([, known]) => known === type)?.[0] ?? type

/** A drain in a few lines. */
const kindNames = { ACCESSLOG: 'requests of visitors', AUDITLOG: 'who did what' } as const

export function drainText({ id, kind, status, execution, recipient, backlog }: Drain): string {
  const { attempt, maxAttempt, nextAttemptAt, lastError } = execution
  const attempts = attempt === undefined ? '' : `, attempt ${attempt} of ${maxAttempt}`
  const next = nextAttemptAt === undefined ? '' : `, next at ${nextAttemptAt}`
  const rate = backlog.msgRateOut.toFixed(1)
  return [
    id,
    `  to: ${printable(recipient.url)} (${nameOf(recipient.type)})`,
    ...(kind === 'LOG' ? [] : [`  log: ${kindNames[kind]}`]),
    `  state: ${status.status}, ${execution.status}${attempts}${next}`,
    `  waiting: ${backlog.msgBacklog} lines, ${rate} sent per second`,
    ...(recipient.index === undefined ? [] : [`  index: ${printable(recipient.index)}`]),
    ...(lastError === undefined ? [] : [`  last error: ${printable(lastError)}`]),
  ].join('\n')
}
