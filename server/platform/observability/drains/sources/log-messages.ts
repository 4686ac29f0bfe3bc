import { isAddonId } from '#platform/model/ids.ts'
import type { AccessLogEntry } from '#platform/model/observability/access-log.ts'
import type { DrainMessage } from '#platform/model/observability/drain-sender.ts'
import type { Line } from '#platform/model/observability/line.ts'
import { accessLogEntryOf } from '#platform/observability/logs/access-lines.ts'
import type { DrainedResource } from './drain-source.ts'

const serviceOf = { deployment: 'berth', build: 'build', instance: 'application' } as const

/** Messages for some lines of a log. */
export const logMessagesOf = (resource: DrainedResource, lines: readonly Line[]): DrainMessage[] =>
  lines.map((line) => ({
    ...common(resource, line),
    service: isAddonId(resource.id) ? 'add-on' : serviceOf[line.origin],
    text: line.message,
  }))

/** Messages for some lines of an access log. Those that are about no request are left out. */
export const accessMessagesOf = (
  resource: DrainedResource,
  lines: readonly Line[],
): DrainMessage[] =>
  lines.flatMap((line) => {
    const access = accessLogEntryOf(line)
    if (!access) return []
    return [{ ...common(resource, line), service: 'access', text: accessText(access), access }]
  })

const common = ({ id, ownerId, name, zone }: DrainedResource, line: Line) => ({
  id: line.id,
  date: line.date,
  severity: line.severity,
  ownerId,
  resourceId: id,
  resourceName: name,
  zone,
  deploymentId: line.deploymentId,
  instanceId: line.instanceId,
  commit: line.commit,
})

/** `203.0.113.7 GET https://shop.example/cart 200 512 34ms`, or the ends of a TCP connection. */
function accessText({ source, destination, bytesIn, bytesOut, http }: AccessLogEntry): string {
  if (!http) return `${source.ip} tcp ${destination.port} ${bytesIn} ${bytesOut}`
  const { method, scheme, host, path } = http.request
  const { statusCode, time } = http.response
  return `${source.ip} ${method} ${scheme}://${host}${path} ${statusCode} ${bytesOut} ${Math.round(time)}ms`
}
