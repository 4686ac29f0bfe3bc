import type { Addon } from '#platform/addons/addon.ts'
import type { Application } from '#platform/applications/application.ts'
import { isAddonId } from '#platform/ids.ts'
import { accessLogEntryOf } from '#platform/logs/access-lines.ts'
import type { AccessLogEntry } from '#platform/logs/access-log.ts'
import type { Line } from '#platform/logs/line.ts'
import type { Drain } from './drain.ts'
import type { DrainMessage } from './drain-sender.ts'

type Resource = Pick<Application | Addon, 'id' | 'ownerId' | 'name' | 'zone'>

const serviceOf = { deployment: 'berth', build: 'build', instance: 'application' } as const

/** Messages for some lines of a log. Lines of the access log that are about no request are left out. */
export const messagesOf = (
  { kind }: Pick<Drain, 'kind'>,
  resource: Resource,
  lines: readonly Line[],
): DrainMessage[] =>
  lines.flatMap((line) =>
    kind === 'LOG' ? [logMessage(resource, line)] : accessMessage(resource, line),
  )

const logMessage = (resource: Resource, line: Line): DrainMessage => ({
  ...common(resource, line),
  service: isAddonId(resource.id) ? 'add-on' : serviceOf[line.origin],
  text: line.message,
})

function accessMessage(resource: Resource, line: Line): DrainMessage[] {
  const access = accessLogEntryOf(line)
  if (!access) return []
  return [{ ...common(resource, line), service: 'access', text: accessText(access), access }]
}

const common = ({ id, ownerId, name, zone }: Resource, line: Line) => ({
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
