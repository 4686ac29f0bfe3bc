/** What an alert watches. */
export interface AlertKind {
  /** What it is called in sentences. */
  title: string
  /** What has such a figure. */
  of: 'application' | 'addon'
  unit: '%' | 'ms' | 'days'
  /** On which side of the threshold it is wrong. */
  wrong: 'above' | 'below'
  /** Thresholds that make sense. */
  min: number
  max: number
  /** Whether it is looked at over some minutes; otherwise it counts at once. */
  holds: boolean
}

const share = { unit: '%', wrong: 'above', min: 1, max: 100, holds: true } as const

/** All kinds of alerts, by name. */
export const alertKinds = {
  cpu: { ...share, title: 'CPU', of: 'application' },
  memory: { ...share, title: 'memory', of: 'application' },
  '5xx': { ...share, title: '5xx responses', of: 'application', min: 0.1 },
  latency: {
    title: 'latency (p95)',
    of: 'application',
    unit: 'ms',
    wrong: 'above',
    min: 1,
    max: 90_000,
    holds: true,
  },
  certificate: {
    title: 'certificate',
    of: 'application',
    unit: 'days',
    wrong: 'below',
    min: 1,
    max: 365,
    holds: false,
  },
  disk: { ...share, title: 'disk', of: 'addon' },
} as const satisfies Record<string, AlertKind>

export type AlertKindName = keyof typeof alertKinds

export const alertKindNames = Object.keys(alertKinds) as AlertKindName[]

export const isAlertKind = (text: string): text is AlertKindName => Object.hasOwn(alertKinds, text)

/** Longest time that a figure may have to hold, in minutes: longer ones are no longer measured in detail. */
export const maxAlertMinutes = 50
export const defaultAlertMinutes = 5

/** What has to be so for an alert. */
export interface AlertCondition {
  kind: AlertKindName
  threshold: number
  minutes: number
}

/** `12.5 %`, `3 days`. */
export function alertFigure(value: number, kind: AlertKindName): string {
  const { unit } = alertKinds[kind]
  const text = String(Math.round(value * 10) / 10)
  return unit === 'days' ? `${text} ${text === '1' ? 'day' : 'days'}` : `${text} ${unit}`
}

/** `CPU above 90 % for 5 minutes`. */
export function conditionText({ kind, threshold, minutes }: AlertCondition): string {
  const { title, wrong, holds } = alertKinds[kind]
  const limit = alertFigure(threshold, kind)
  if (kind === 'certificate') return `certificate valid for less than ${limit}`
  const hold = holds ? ` for ${minutes} ${minutes === 1 ? 'minute' : 'minutes'}` : ''
  return `${title} ${wrong} ${limit}${hold}`
}
