import { plainText } from '#kit/terminal-text.ts'
import type { AccessLogEntry } from '#platform/model/observability/access-log.ts'
import type { Line, LineMatch } from '#platform/model/observability/line.ts'
import { accessLogEntryOf } from './access-lines.ts'

/** Lines that contain a text as a terminal would show it, whatever its case. */
export function containsText(text: string): LineMatch {
  const wanted = text.toLowerCase()
  return ({ message }) => plainText(message).toLowerCase().includes(wanted)
}

const ranks = { info: 0, warning: 1, error: 2 } as const

/** Lines that are at least as severe. */
export const isAtLeast =
  (severity: Line['severity']): LineMatch =>
  (line) =>
    ranks[line.severity] >= ranks[severity]

/** Lines whose value is among some. */
export const hasOneOf =
  (name: 'instanceId' | 'origin', values: ReadonlySet<string>): LineMatch =>
  (line) =>
    values.has(line[name])

/** Lines for which all conditions hold; `undefined` without any. */
export function allOf(conditions: readonly (LineMatch | undefined)[]): LineMatch | undefined {
  const given = conditions.filter((condition) => condition !== undefined)
  return given.length === 0 ? undefined : (line) => given.every((holds) => holds(line))
}

/** Conditions about a request of the access log; all given ones must hold. */
export interface AccessCondition {
  /** Contained in its method with host and path, in the address of the visitor or in the request id, whatever its case. */
  text?: string | undefined
  /** A status, or the first digit of one. */
  status?: string | undefined
  method?: string | undefined
}

/** Lines of the access log that are requests, or connections, and pass. */
export function isRequest({ text, status, method }: AccessCondition): LineMatch {
  const wanted = text?.toLowerCase()
  return (line) => {
    const entry = accessLogEntryOf(line)
    return (
      entry !== undefined &&
      (status === undefined || String(entry.http?.response.statusCode ?? '').startsWith(status)) &&
      (method === undefined || entry.http?.request.method === method) &&
      (wanted === undefined || textOf(entry).toLowerCase().includes(wanted))
    )
  }
}

const textOf = ({ http, source, requestId }: AccessLogEntry): string => {
  const { method = '', host = '', path = '' } = http?.request ?? {}
  return `${method} ${host}${path} ${source.ip} ${requestId}`
}
