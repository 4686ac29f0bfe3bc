import { endpoint } from '#api/http/endpoint.ts'
import { queryOf } from '#api/http/query.ts'
import type { Application } from '#platform/model/hosting/application.ts'
import type { Addon } from '#platform/model/marketplace/addon.ts'
import type { Line } from '#platform/model/observability/line.ts'
import { logFilterOf, logParameters, serviceOf } from './log-filter.ts'
import { resumed, streamLog } from './log-stream.ts'
import { streamOptionsOf, streamParameters } from './stream-options.ts'

export const followLogs = endpoint({
  method: 'GET',
  path: '/v4/logs/organisations/:ownerId/applications/:applicationId/logs',
  access: { on: 'application', may: 'see' },
  summary: 'Streams the log of an application as server-sent events',
  query: { ...logParameters, ...streamParameters },
  produces: 'text/event-stream',
  async handle(call) {
    const { id, ownerId } = call.application
    return streamLog(call, {
      id,
      ownerId,
      filter: resumed(logFilterOf(queryOf(call.request)), call.request),
      options: streamOptionsOf(queryOf(call.request)),
      eventName: 'APPLICATION_LOG',
      toWire: (line) => applicationLineToWire(line, call.application),
    })
  },
})

export const followAddonLogs = endpoint({
  method: 'GET',
  path: '/v4/logs/organisations/:ownerId/resources/:addonId/logs',
  access: { on: 'addon', may: 'see' },
  summary: 'Streams the log of an add-on as server-sent events',
  query: { ...logParameters, ...streamParameters },
  produces: 'text/event-stream',
  async handle(call) {
    const { id, ownerId } = call.addon
    return streamLog(call, {
      id,
      ownerId,
      filter: resumed(logFilterOf(queryOf(call.request)), call.request),
      options: streamOptionsOf(queryOf(call.request)),
      eventName: 'RESOURCE_LOG',
      toWire: (line) => addonLineToWire(line, call.addon),
    })
  },
})

/** A line of an application's log in the public shape. */
export const applicationLineToWire = (
  line: Line,
  { id, zone }: Pick<Application, 'id' | 'zone'>,
) => ({
  applicationId: id,
  commitId: line.commit,
  deploymentId: line.deploymentId,
  version: '1',
  ...lineToWire(line, zone),
})

/** The same of an add-on. */
export const addonLineToWire = (
  line: Line,
  { id, realId, zone }: Pick<Addon, 'id' | 'realId' | 'zone'>,
) => ({
  resourceId: realId,
  hostname: id,
  ...lineToWire(line, zone),
  service: 'add-on',
})

const severities = { error: 3, warning: 4, info: 6 } as const

const lineToWire = (line: Line, zone: string) => ({
  id: line.id,
  instanceId: line.instanceId,
  date: new Date(line.date).toISOString(),
  zone,
  pid: 0,
  facility: 'local0',
  severity: line.severity,
  priority: severities[line.severity],
  service: serviceOf[line.origin],
  message: line.message,
})
