import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { type Client, createClient } from '#client/client.ts'
import { plaintextHeader } from '#client/http/node/oauth1.ts'
import type { Application } from '#platform/applications/application.ts'
import type { InstanceId } from '#platform/ids.ts'
import type { MetricSample } from '#platform/metrics/sample.ts'
import { openTestApi, type TestApi } from '#tests/support/platform/api.ts'
import { commitOf } from '#tests/support/platform/platform.ts'

let api: TestApi
let client: Client

before(async () => {
  api = await openTestApi()
  client = createClient({ api: api.url, credentials: api.account })
})
after(async () => {
  client.close()
  await api[Symbol.asyncDispose]()
})

const gone = '00000000-0000-4000-8000-000000000009' as InstanceId
/** End of a slot of two minutes that is over. */
const slotEnd = Math.floor(Date.now() / 120_000) * 120_000

async function sampled(application: Application, samples: Partial<MetricSample>[]) {
  await api.metricStore.add([
    {
      applicationId: application.id,
      source: gone,
      resolution: 'fine',
      samples: samples.map((sample) => ({
        at: slotEnd - 120_000,
        duration: 10_000,
        cpuSeconds: 5,
        maxCpus: 2,
        memoryBytes: 100,
        maxMemoryBytes: 400,
        requests: 4,
        status: [0, 3, 0, 0, 1],
        latency: [4],
        ...sample,
      })),
    },
  ])
}

interface Series {
  name: string
  unit: string
  resource: string
  data: { timestamp: number; value: string }[]
}
const stats = ({ id, ownerId }: Application, query: Record<string, string> = {}) =>
  client.ask<Series[]>({
    method: 'GET',
    path: `/v4/stats/organisations/${ownerId}/resources/${id}/metrics`,
    query,
  })

test('stats: series have the public shape, with times in microseconds and points of two minutes', async () => {
  const application = await api.application()
  await sampled(application, [{}, { at: slotEnd - 110_000, cpuSeconds: 15 }])
  const found = await stats(application)
  assert.deepEqual(
    found.map(({ name, unit, resource }) => [name, unit, resource === application.id]),
    [
      ['cpu', '%', true],
      ['mem', '%', true],
    ],
  )
  const [cpu] = found
  assert.equal(cpu?.data.length, 15)
  const timestamp = (slotEnd - 120_000) * 1000
  assert.deepEqual(
    cpu?.data.filter(({ value }) => value !== '0'),
    [{ timestamp, value: '50' }],
  )
  const [unfilled] = await stats(application, { only: 'mem', fill: 'false' })
  assert.deepEqual(unfilled?.data, [{ timestamp, value: '25' }])
})

test('stats: names can be repeated or separated by commas, also those of requests and latencies', async () => {
  const application = await api.application()
  await sampled(application, [{}])
  const path = `/v4/stats/organisations/${application.ownerId}/resources/${application.id}/metrics`
  const headers = { authorization: plaintextHeader(api.account) }
  const names = async (query: string) => {
    const answer = await fetch(`${api.url}${path}?${query}`, { headers })
    assert.equal(answer.status, 200)
    return ((await answer.json()) as Series[]).map(({ name }) => name)
  }
  assert.deepEqual(await names('only=cpu&only=mem'), ['cpu', 'mem'])
  assert.deepEqual(await names('only=requests,status_5xx,latency_p95,disk'), [
    'requests',
    'status_5xx',
    'latency_p95',
  ])
  await assert.rejects(
    stats(application, { only: 'swap' }),
    /There is no metric "swap": use cpu, mem, /,
  )
})

test('stats: an application without metrics has no series, and one of another owner is not found', async () => {
  const application = await api.application()
  assert.deepEqual(await stats(application), [])
  await assert.rejects(
    stats({ ...application, id: 'app_none' }),
    /There is no application app_none/,
  )
})

test('stats: ranges and points are limited, and a bad duration is refused', async () => {
  const application = await api.application()
  const refused: [Record<string, string>, RegExp][] = [
    [{ interval: 'P40D', span: 'P1D' }, /kept for 31 days/],
    [{ interval: 'P1D', span: 'PT1M' }, /300 points at most.* 4 min 48 s/],
    [{ interval: 'PT0S' }, /ends before it begins/],
    [{ span: 'PT0S' }, /300 points at most/],
    [{ interval: 'soon' }, /interval must be a duration such as PT30M/],
    [{ end: 'later' }, /end must be a date/],
  ]
  for (const [query, message] of refused) {
    await assert.rejects(stats(application, query), message, JSON.stringify(query))
  }
})

test('stats: there is no map of requests, which is said', async () => {
  const { ownerId } = await api.application()
  const path = `/v4/stats/organisations/${ownerId}/requests`
  await assert.rejects(client.ask({ method: 'GET', path }), /does not find out where visitors are/)
})

test('metrics: an application has points with all figures, and each instance has its own', async () => {
  const application = await api.application()
  await sampled(application, [{}, { at: slotEnd - 110_000 }])
  const found = await client.metrics.get(application, { span: 120, instances: true })
  assert.equal(found.span, 120)
  assert.deepEqual(found.points, [
    {
      date: new Date(slotEnd - 120_000).toISOString(),
      cpu: 0.5,
      cpuPercent: 25,
      memoryBytes: 100,
      memoryPercent: 25,
      diskBytes: null,
      receivedBytes: null,
      sentBytes: null,
      requests: 8,
      requestsPerSecond: 0.4,
      status: { '1xx': 0, '2xx': 6, '3xx': 0, '4xx': 0, '5xx': 2 },
      latency: { p50: 0.3, p95: 0.5, p99: 0.5 },
    },
  ])
  assert.deepEqual(found.instances, [
    { instanceId: gone, number: null, flavor: null, points: found.points },
  ])
  const one = await client.metrics.get(application, { span: 120, instance: gone })
  assert.deepEqual(one.points, found.points)
})

test('metrics: an instance that was never there is not found', async () => {
  const application = await api.application()
  await sampled(application, [{}])
  for (const instance of [
    '00000000-0000-4000-8000-00000000000a',
    '../x',
    'router',
    'application',
  ]) {
    await assert.rejects(
      client.metrics.get(application, { instance }),
      /had no instance .* in this range of time/,
      instance,
    )
  }
})

test('metrics: samples of a deleted application go with it', async () => {
  const application = await api.application()
  await sampled(application, [{}])
  await client.applications.delete(application)
  assert.ok(!(await api.metricStore.applications()).includes(application.id))
})

test('load: lists what runs with its last sample, all of an owner or one application', async () => {
  const application = await api.application()
  const stopped = await api.application()
  await api.deploy(application, commitOf('1'))
  const [instance] = await client.instances.list(application)
  assert.ok(instance)
  const before = await client.metrics.loads(application.ownerId, application.id)
  assert.equal(before[0]?.instances[0]?.load, null)
  await api.platform.metrics.collect()
  const start = Date.now()
  while (Date.now() === start);
  api.usage.set(instance.id, { cpuSeconds: 1, memoryBytes: 64 * 1024 * 1024 })
  await api.platform.metrics.collect()
  const [load, ...others] = await client.metrics.loads(application.ownerId)
  assert.deepEqual(others, [])
  assert.equal(load?.name, application.name)
  assert.equal(load.instances[0]?.load?.memoryBytes, 64 * 1024 * 1024)
  assert.equal(load.instances[0].load.memoryPercent, load.total?.memoryPercent)
  assert.deepEqual(await client.metrics.loads(application.ownerId, stopped.id), [])
  await assert.rejects(client.metrics.loads(application.ownerId, 'app_none'), /no application/)
})
