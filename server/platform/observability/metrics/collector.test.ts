import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { InstanceUsage } from '#platform/model/hosting/deployments/engine.ts'
import type {
  InstanceStatistics,
  RouterStatistics,
} from '#platform/model/hosting/deployments/traffic.ts'
import type { InstanceId } from '#platform/model/ids.ts'
import type { SampleSeries } from '#platform/model/observability/sample.ts'
import { openMetricDatabase } from '#stores/sqlite/metrics/metric-database.ts'
import { createMetrics } from './create-metrics.ts'
import { pointsOf } from './points.ts'

const applicationId = 'app_1'
const [one, two] = ['1', '2'].map(
  (digit) => `00000000-0000-4000-8000-00000000000${digit}` as InstanceId,
) as [InstanceId, InstanceId]

const idle = { '1xx': 0, '2xx': 0, '3xx': 0, '4xx': 0, '5xx': 0 }

function openCollector() {
  const store = openMetricDatabase(':memory:', { maxBytes: 1e8, maxApplicationBytes: 1e8 })
  const scene = {
    now: 1_000_000_000_000,
    /** By how much the wall clock was set. */
    set: 0,
    usages: [] as InstanceUsage[],
    statistics: { startedAt: 1, routes: [] } as RouterStatistics | undefined,
    bugs: [] as unknown[],
  }
  const metrics = createMetrics({
    clock: () => scene.now + scene.set,
    monotonic: () => scene.now,
    store,
    readUsage: async () => scene.usages,
    readStatistics: async () => {
      if (!scene.statistics) throw new Error('the router is being restarted')
      return scene.statistics
    },
    sizeOf: async () => ({ maxCpus: 2, maxMemoryBytes: 1000 }),
    onBug: (error) => scene.bugs.push(error),
  })
  return {
    scene,
    metrics,
    store,
    async tick(usages: InstanceUsage[], routes?: Partial<InstanceStatistics>[]) {
      scene.now += 10_000
      scene.usages = usages
      if (routes)
        scene.statistics = {
          startedAt: scene.statistics?.startedAt ?? 1,
          routes: routes.map(counted),
        }
      await metrics.collect()
    },
    loads: () => metrics.recentLoad(applicationId, 0),
    read: () =>
      metrics.read(applicationId, { since: 0, until: scene.now + 1, span: 10_000 }, 'total'),
  }
}

const counted = (route: Partial<InstanceStatistics>): InstanceStatistics => ({
  applicationId,
  instanceId: one,
  requests: 0,
  status: idle,
  bytesIn: 0,
  bytesOut: 0,
  latency: [],
  ...route,
})
const using = (instanceId: InstanceId, cpuSeconds: number, more: Partial<InstanceUsage> = {}) =>
  ({
    instanceId,
    applicationId,
    cpuSeconds,
    memoryBytes: 500,
    ...more,
  }) as InstanceUsage
const requestsIn = (series: SampleSeries[]) =>
  series.flatMap(({ samples }) => samples).map(({ requests }) => requests)

test('collector: the first reading is only compared with; later ones give the load since', async () => {
  const { tick, loads, scene } = openCollector()
  await tick([using(one, 100)], [{ requests: 1000 }])
  assert.deepEqual(loads(), [])
  await tick([using(one, 105)], [{ requests: 1020 }])
  assert.deepEqual(loads(), [
    { instanceId: one, at: scene.now, cpu: 0.5, memoryBytes: 500, requestsPerSecond: 2 },
  ])
})

test('collector: an instance that appears later has used all that it shows', async () => {
  const { tick, loads } = openCollector()
  await tick([using(one, 100)])
  await tick([using(one, 100), using(two, 3)])
  assert.deepEqual(
    loads().map(({ instanceId, cpu }) => [instanceId, cpu]),
    [
      [one, 0],
      [two, 0.3],
    ],
  )
})

test('collector: counters of a restarted instance and of a restarted router begin anew', async () => {
  const { tick, loads, scene } = openCollector()
  await tick([using(one, 100)], [{ requests: 1000, status: { ...idle, '2xx': 1000 } }])
  scene.statistics = { startedAt: 2, routes: [] }
  await tick([using(one, 1)], [{ requests: 1500, status: { ...idle, '2xx': 1500 } }])
  await tick([using(one, 2)], [{ requests: 30 }])
  assert.deepEqual(
    loads().map(({ cpu, requestsPerSecond }) => [cpu, requestsPerSecond]),
    [
      [0.1, 150],
      [0.1, 3],
    ],
  )
})

test('collector: status codes are counted by their growth, and those of an older router not at all', async () => {
  const { tick, read } = openCollector()
  await tick([using(one, 1)], [{ requests: 10, codes: { 200: 10 } }])
  await tick([using(one, 1)], [{ requests: 14, codes: { 200: 11, 404: 3 } }])
  await tick([using(one, 1)], [{ requests: 15 }])
  assert.deepEqual(
    (await read()).flatMap(({ samples }) => samples.map(({ codes }) => codes)),
    [{ 200: 1, 404: 3 }, {}],
  )
})

test('collector: requests while the router did not answer are counted by the next reading', async () => {
  const { tick, scene, read } = openCollector()
  scene.statistics = undefined
  await tick([using(one, 1)])
  scene.statistics = { startedAt: 1, routes: [] }
  await tick([using(one, 1)], [{ requests: 10 }])
  scene.statistics = undefined
  await tick([using(one, 1)])
  scene.statistics = { startedAt: 1, routes: [] }
  await tick([using(one, 1)], [{ requests: 25 }])
  assert.deepEqual(requestsIn(await read()), [0, 0, 15])
})

test('collector: responses of the router itself count for the application, not for an instance', async () => {
  const { tick, read, loads } = openCollector()
  await tick([], [])
  await tick([], [{ instanceId: null, requests: 4, status: { ...idle, '5xx': 4 } }])
  assert.deepEqual(loads(), [])
  const [series] = await read()
  assert.equal(series?.source, 'router')
  assert.deepEqual(pointsOf(await read(), 10_000)[0]?.status, [0, 0, 0, 0, 4])
})

test('collector: a clock that is set, either way, loses no sample and changes no rate', async () => {
  const { tick, loads, scene } = openCollector()
  await tick([using(one, 10)])
  scene.set = -3_600_000
  await tick([using(one, 20)])
  scene.set = 3_600_000
  await tick([using(one, 30)])
  const rates = loads().map(({ cpu }) => cpu)
  assert.equal(rates.length, 2)
  assert.equal(rates[0], rates[1])
})

test('collector: keeps ten minutes of loads, and none of what no longer runs', async () => {
  const { tick, loads, scene, metrics } = openCollector()
  for (let ticks = 0; ticks < 80; ticks++) await tick([using(one, ticks), using(two, ticks)])
  assert.equal(loads().length, 120)
  assert.equal(metrics.recentLoad(applicationId, scene.now - 30_000).length, 6)
  await tick([])
  assert.deepEqual(loads(), [])
})

test('collector: samples reach the store once a minute, also when it is closed', async () => {
  const { tick, store, scene, metrics } = openCollector()
  await tick([using(one, 0)])
  await tick([using(one, 1, { diskBytes: 7, receivedBytes: 8, sentBytes: 9 })])
  const range = {
    resourceId: applicationId,
    resolution: 'fine',
    since: 0,
    until: scene.now,
  } as const
  assert.deepEqual(await store.read(range), [])
  await metrics.close()
  const [series] = await store.read(range)
  assert.deepEqual(series?.samples[0], {
    at: scene.now - 10_000,
    duration: 10_000,
    cpuSeconds: 1,
    maxCpus: 2,
    memoryBytes: 500,
    peakMemoryBytes: 500,
    maxMemoryBytes: 1000,
    diskBytes: 7,
    receivedBytes: 8,
    sentBytes: 9,
    requests: 0,
    status: [0, 0, 0, 0, 0],
    latency: [],
  })
})

test('collector: an application that is deleted loses its samples, also those not yet stored', async () => {
  const { tick, metrics, read } = openCollector()
  await tick([using(one, 0)])
  await tick([using(one, 1)])
  assert.equal((await read()).length, 1)
  await metrics.forget(applicationId)
  assert.deepEqual(await read(), [])
})
