import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { type Client, createClient } from '#client/client.ts'
import { plaintextHeader } from '#client/http/node/oauth1.ts'
import type { Application } from '#platform/model/hosting/application.ts'
import type { InstanceId } from '#platform/model/ids.ts'
import type { MetricSample } from '#platform/model/observability/sample.ts'
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
      resourceId: application.id,
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
        codes: { 200: 3, 502: 1 },
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
  const [notFound, badGateway] = await stats(application, {
    only: 'status_502,status_404',
    fill: 'false',
  })
  assert.deepEqual([notFound?.name, notFound?.unit], ['status_404', 'requests'])
  assert.deepEqual(
    notFound?.data.map(({ value }) => value),
    ['0'],
  )
  assert.deepEqual(
    badGateway?.data.map(({ value }) => value),
    ['1'],
  )
  for (const unknown of ['swap', 'status_499', 'status_', '__proto__', 'toString']) {
    await assert.rejects(
      stats(application, { only: unknown }),
      /There is no metric ".*": use cpu, mem, .*status_404/,
    )
  }
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

/** The first list of the stream of requests. */
async function firstOfStream(ownerId: string): Promise<unknown> {
  const answer = await fetch(`${api.url}/v4/stats/organisations/${ownerId}/requests`, {
    headers: { authorization: plaintextHeader(api.account), accept: 'text/event-stream' },
  })
  assert.equal(answer.headers.get('content-type'), 'text/event-stream')
  let text = ''
  for await (const part of answer.body?.pipeThrough(new TextDecoderStream()) ?? []) {
    text += part
    const [, list] = /^data:(\[.*\])$/m.exec(text) ?? []
    if (list !== undefined) return JSON.parse(list)
  }
  throw new Error(`the stream ended after ${text}`)
}

test('live requests: are those of the last sample, at the place of the zone, of all or of one application', async () => {
  const [busy, idle] = [await api.application(), await api.application()]
  const { ownerId, zone } = busy
  const counters = {
    applicationId: busy.id,
    instanceId: null,
    requests: 0,
    status: { '1xx': 0, '2xx': 0, '3xx': 0, '4xx': 0, '5xx': 0 },
    bytesIn: 0,
    bytesOut: 0,
    latency: [],
  }
  const { routes } = api.traffic.counted
  const collect = async () => {
    const start = Date.now()
    while (Date.now() === start);
    await api.platform.metrics.collect()
  }
  routes.push(counters)
  await collect()
  const status = { ...counters.status, '4xx': 3 }
  routes.splice(routes.indexOf(counters), 1, {
    ...counters,
    requests: 3,
    status,
    codes: { 404: 3 },
  })
  await collect()
  const { latitude, longitude } =
    api.platform.policies.zones.find(({ name }) => name === zone) ?? {}
  const expected = {
    lat: latitude,
    long: longitude,
    accessCount: 3,
    applicationId: busy.id,
    name: busy.name,
    zone,
    requestsPerSecond: 0.3,
    status,
    statusCodes: { 404: 3 },
  }
  assert.deepEqual(await client.metrics.requests(ownerId), [expected])
  assert.deepEqual(await client.metrics.requests(ownerId, busy.id), [expected])
  assert.deepEqual(await client.metrics.requests(ownerId, idle.id), [])
  await assert.rejects(client.metrics.requests(ownerId, 'app_none'), /There is no application/)
  assert.deepEqual(await firstOfStream(ownerId), [expected])
  const found = await client.metrics.get(busy, { span: 10 })
  assert.deepEqual(found.points.at(-1)?.statusCodes, { 404: 3 })
  routes.length = 0
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
      statusCodes: { 200: 6, 502: 2 },
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
  assert.ok(!(await api.metricStore.resources()).includes(application.id))
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
