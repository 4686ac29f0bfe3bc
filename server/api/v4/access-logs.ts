import { endpoint } from '#api/http/endpoint.ts'
import { queryOf } from '#api/http/query.ts'
import type { Application } from '#platform/model/hosting/application.ts'
import type { Line } from '#platform/model/observability/line.ts'
import { accessLogEntryOf } from '#platform/observability/logs/access-lines.ts'
import { accessLogFilterOf, accessLogParameters } from './log-filter.ts'
import { resumed, streamLog } from './log-stream.ts'
import { streamOptionsOf, streamParameters } from './stream-options.ts'

const shared = {
  method: 'GET',
  access: { on: 'application', may: 'see' },
  query: { ...accessLogParameters, ...streamParameters },
  produces: 'text/event-stream',
} as const

/** The path that the stock tool uses. */
export const followAccessLogs = endpoint({
  ...shared,
  path: '/v4/accesslogs/organisations/:ownerId/applications/:applicationId/accesslogs',
  summary: "Streams the requests of an application's visitors as server-sent events",
  handle: async (call) => streamAccessLog(call),
})

/** The path of the published schema. */
export const followAccessLogsAmongLogs = endpoint({
  ...shared,
  path: '/v4/logs/organisations/:ownerId/applications/:applicationId/accesslogs',
  summary: "Streams the requests of an application's visitors as server-sent events",
  handle: async (call) => streamAccessLog(call),
})

type AccessLogCall = Parameters<typeof streamLog>[0] & { application: Application }

function streamAccessLog(call: AccessLogCall): Promise<Response> {
  const { id, ownerId } = call.application
  return streamLog(call, {
    id,
    ownerId,
    filter: resumed(accessLogFilterOf(queryOf(call.request)), call.request),
    options: streamOptionsOf(queryOf(call.request)),
    eventName: 'ACCESS_LOG',
    book: call.platform.accessLogs,
    isSent: (line) => accessLogEntryOf(line) !== undefined,
    toWire: (line) => accessLineToWire(line, call.application),
  })
}

/** A request of the access log in the public shape. */
export function accessLineToWire(
  line: Line,
  { zone }: Pick<Application, 'zone'>,
): Record<string, unknown> {
  const { date, ...entry } = accessLogEntryOf(line) ?? { date: line.date }
  return { id: line.id, date: new Date(date).toISOString(), zone, ...entry }
}
