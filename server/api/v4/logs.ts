import { endpoint } from '#api/http/endpoint.ts'
import type { Line } from '#platform/logs/line.ts'
import { filterOf, logParameters, streamLog } from './log-stream.ts'

export const followLogs = endpoint({
  method: 'GET',
  path: '/v4/logs/organisations/:ownerId/applications/:applicationId/logs',
  access: { on: 'application', may: 'see' },
  summary: 'Streams the log of an application as server-sent events',
  query: logParameters,
  produces: 'text/event-stream',
  async handle(call) {
    const { id, ownerId, zone } = call.application
    return streamLog(call, {
      id,
      ownerId,
      filter: filterOf(call),
      eventName: 'APPLICATION_LOG',
      toWire: (line) => ({
        applicationId: id,
        commitId: line.commit,
        deploymentId: line.deploymentId,
        version: '1',
        ...lineToWire(line, zone),
      }),
    })
  },
})

export const followAddonLogs = endpoint({
  method: 'GET',
  path: '/v4/logs/organisations/:ownerId/resources/:addonId/logs',
  access: { on: 'addon', may: 'see' },
  summary: 'Streams the log of an add-on as server-sent events',
  query: logParameters,
  produces: 'text/event-stream',
  async handle(call) {
    const { id, realId, ownerId, zone } = call.addon
    return streamLog(call, {
      id,
      ownerId,
      filter: filterOf(call),
      eventName: 'RESOURCE_LOG',
      toWire: (line) => ({
        resourceId: realId,
        hostname: id,
        ...lineToWire(line, zone),
        service: 'add-on',
      }),
    })
  },
})

/** Clients colour the platform's lines by this name. */
export const serviceOf = { deployment: 'berth', build: 'build', instance: 'application' } as const
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
