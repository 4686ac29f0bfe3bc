import { accessLineToWire } from '#api/v4/access-logs.ts'
import { accessLogFilterOf, logFilterOf, serviceOf } from '#api/v4/log-filter.ts'
import { addonLineToWire, applicationLineToWire } from '#api/v4/logs.ts'
import { plainText } from '#kit/terminal-text.ts'
import type { Application } from '#platform/model/hosting/application.ts'
import type { LogSourceId, OwnerId } from '#platform/model/ids.ts'
import type { Addon } from '#platform/model/marketplace/addon.ts'
import type { Line, LineFilter, StoredLine } from '#platform/model/observability/line.ts'
import type { LogBook } from '#platform/model/observability/log-book.ts'
import { accessLogEntryOf } from '#platform/observability/logs/access-lines.ts'
import type { Platform } from '#platform/platform.ts'

/** A log with what a search in it needs. */
export interface SearchedLog {
  id: LogSourceId
  ownerId: OwnerId
  /** Of the application or add-on, for files. */
  name: string
  book: LogBook
  filterOf(query: URLSearchParams): LineFilter
  /** What a line is counted as. */
  groupOf(line: StoredLine): string | undefined
  toWire(line: Line): object
  toText(line: Line): string
}

export const applicationLog = (platform: Platform, application: Application): SearchedLog => ({
  ...sourceOf(application),
  book: platform.logs,
  filterOf: logFilterOf,
  groupOf: ({ severity }) => severity,
  toWire: (line) => applicationLineToWire(line, application),
  toText: (line) => lineText(line, serviceOf[line.origin]),
})

export const addonLog = (platform: Platform, addon: Addon): SearchedLog => ({
  ...sourceOf(addon),
  book: platform.logs,
  filterOf: logFilterOf,
  groupOf: ({ severity }) => severity,
  toWire: (line) => addonLineToWire(line, addon),
  toText: (line) => lineText(line, 'add-on'),
})

export const accessLog = (platform: Platform, application: Application): SearchedLog => ({
  ...sourceOf(application),
  book: platform.accessLogs,
  filterOf: accessLogFilterOf,
  groupOf: statusClass,
  toWire: (line) => accessLineToWire(line, application),
  toText: requestText,
})

const sourceOf = ({ id, ownerId, name }: Application | Addon) => ({ id, ownerId, name })

/** `4xx`, or `TCP` for a connection of a TCP redirection. */
function statusClass(line: StoredLine): string | undefined {
  const entry = accessLogEntryOf(line)
  if (!entry) return undefined
  return entry.http ? `${Math.floor(entry.http.response.statusCode / 100)}xx` : 'TCP'
}

/** Time, who wrote it, severity and message. */
const lineText = ({ date, instanceId, severity, message }: Line, service: string): string =>
  [
    new Date(date).toISOString(),
    instanceId ? `${service}/${instanceId}` : service,
    severity,
    plainText(message),
  ].join(' ')

/** Time, visitor, status, request, duration, size and request id. */
function requestText(line: Line): string {
  const entry = accessLogEntryOf(line)
  if (!entry) return ''
  const { date, source, http, bytesIn, bytesOut, requestId } = entry
  const begin = [new Date(date).toISOString(), source.ip]
  if (!http) return [...begin, 'TCP', `${bytesIn}B`, `${bytesOut}B`, requestId].join(' ')
  const { method, scheme, host, path } = http.request
  const url = plainText(`${scheme}://${host}${path}`)
  const { statusCode, time } = http.response
  return [...begin, statusCode, method, url, `${time}ms`, `${bytesOut}B`, requestId].join(' ')
}
