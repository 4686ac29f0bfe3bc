import { applicationMetrics, loadList } from '#api/answers/metrics.ts'
import { instanceStates } from '#api/answers/states.ts'
import { endpoint } from '#api/http/endpoint.ts'
import { count, flag, moment, readQuery } from '#api/http/query.ts'
import { string } from '#kit/schema.ts'
import { Refusal } from '#platform/model/refusal.ts'
import { listLoads } from '#platform/observability/metrics/loads.ts'
import { readMetrics } from '#platform/observability/metrics/read-metrics.ts'
import { pointToWire } from './metric-record.ts'

const parameters = { since: moment, until: moment, span: count, instance: string, instances: flag }

export const getApplicationMetrics = endpoint({
  method: 'GET',
  path: '/v4/berth/organisations/:ownerId/applications/:applicationId/metrics',
  access: { on: 'application', may: 'see' },
  summary:
    'Shows CPU, memory, disk, traffic, requests and latencies of an application: `since` and `until` (the last half hour), `span` (seconds of a point), `instances` (each of them as well) or `instance` (only this one)',
  query: parameters,
  answer: applicationMetrics,
  cost: 5,
  async handle({ platform, application, query }) {
    const { span, instance, instances, ...range } = readQuery(query, parameters)
    const found = await readMetrics(platform, application, {
      ...range,
      span: span === undefined ? undefined : span * 1000,
      instanceId: instance,
      hasInstances: instances,
    })
    return {
      applicationId: application.id,
      since: new Date(found.since).toISOString(),
      until: new Date(found.until).toISOString(),
      span: found.span / 1000,
      points: found.points.map(pointToWire),
      instances: found.instances.map(({ instanceId, number, flavor, points }) => ({
        instanceId,
        number: number ?? null,
        flavor: flavor ?? null,
        points: points.map(pointToWire),
      })),
    }
  },
})

export const listOwnerLoads = endpoint({
  method: 'GET',
  path: '/v4/berth/organisations/:ownerId/load',
  access: { on: 'owner', may: 'see' },
  summary:
    'Lists running applications with the load of each instance in the last ten seconds: all of the owner, or one `application`',
  query: { application: string },
  answer: loadList,
  cost: 2,
  async handle({ platform, ownerId, query }) {
    const id = query.get('application')
    const all = await platform.store.applications.listOf(ownerId)
    const wanted = id ? all.filter((application) => application.id === id) : all
    if (id && wanted.length === 0) throw new Refusal('missing', `There is no application ${id}.`)
    const loads = await listLoads(platform, wanted)
    return loads.map(({ application, total, instances }) => ({
      applicationId: application.id,
      name: application.name,
      total: total && pointToWire(total),
      instances: instances.map(({ instance, point }) => ({
        instanceId: instance.id,
        number: instance.number,
        flavor: instance.flavor,
        state: instanceStates[instance.state],
        load: point && pointToWire(point),
      })),
    }))
  },
})
