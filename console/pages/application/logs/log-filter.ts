import type { LogFilter, LogLine } from '#client/resources/applications/logs.ts'

/** Filters of the page, as they are in the address. */
export interface LogAddress {
  /** A duration such as `1h`, or a time in ISO 8601. */
  since: string
  until: string
  instance: string
  deployment: string
  severity: string
  search: string
  /** `1`: lines without what is looked for are left out. */
  only: string
  wrap: string
  times: string
  /** Id of the line that a link leads to, and its time. */
  line: string
  at: string
}

export const defaultLogAddress: LogAddress = {
  since: '',
  until: '',
  instance: '',
  deployment: '',
  severity: '',
  search: '',
  only: '',
  wrap: 'on',
  times: 'on',
  line: '',
  at: '',
}

const units = { m: 60_000, h: 3_600_000, d: 86_400_000 } as const

/** A time of the address in ISO 8601; `undefined` if it has none or cannot be understood. */
export function timeOf(value: string, now: number): string | undefined {
  const [, count, unit] = /^(\d{1,6})([mhd])$/.exec(value) ?? []
  if (count && unit)
    return new Date(now - Number(count) * units[unit as keyof typeof units]).toISOString()
  const time = Date.parse(value)
  return value === '' || Number.isNaN(time) ? undefined : new Date(time).toISOString()
}

/** What the platform filters; the rest is filtered here. A link begins with its line. */
export function apiFilter(address: LogAddress, now: number): LogFilter {
  const { since, until, instance, deployment, line, at } = address
  const linked = line === '' ? undefined : timeOf(at, now)
  return {
    since: linked ?? timeOf(since, now),
    until: linked ? undefined : timeOf(until, now),
    instanceId: instance || undefined,
    deploymentId: deployment || undefined,
  }
}

const ranks: Record<string, number> = { info: 0, warning: 1, error: 2 }

/** Whether a line is at least as severe as asked for. */
export const isSevere = ({ severity }: Pick<LogLine, 'severity'>, wanted: string): boolean =>
  (ranks[severity] ?? 0) >= (ranks[wanted] ?? 0)

/** Whether something was chosen that leaves lines out. */
export const isFiltered = ({ search, only, ...address }: LogAddress): boolean =>
  (only !== '' && search !== '') ||
  (['since', 'until', 'instance', 'deployment', 'severity'] as const).some(
    (name) => address[name] !== '',
  )

/** A time as the browser's field for it has it: local, without a zone. */
export function localTime(iso: string): string {
  const time = Date.parse(iso)
  if (Number.isNaN(time)) return ''
  const date = new Date(time)
  return new Date(time - date.getTimezoneOffset() * 60_000).toISOString().slice(0, 19)
}

/** Lines as a text file: time, who wrote it, severity and message. */
export const fileText = (
  lines: readonly {
    line: Pick<LogLine, 'date' | 'service' | 'instanceId' | 'severity'>
    text: string
  }[],
): string =>
  lines
    .map(({ line: { date, service, instanceId, severity }, text }) =>
      [date, instanceId ? `${service}/${instanceId}` : service, severity, text].join(' '),
    )
    .join('\n')
    .concat(lines.length > 0 ? '\n' : '')
