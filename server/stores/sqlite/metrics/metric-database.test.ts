import assert from 'node:assert/strict'
import { mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import type { ApplicationId, InstanceId } from '#platform/model/ids.ts'
import type { MetricSample, SampleSeries } from '#platform/model/observability/sample.ts'
import { openMetricDatabase } from './metric-database.ts'
import { decodeSamples, encodeSamples } from './sample-codec.ts'

const ample = { maxBytes: 1e9, maxApplicationBytes: 1e9 }
const start = 1_000_000_200_000
const source = '00000000-0000-4000-8000-000000000001' as InstanceId

const sample = (at: number, more: Partial<MetricSample> = {}): MetricSample => ({
  at,
  duration: 10_000,
  cpuSeconds: 1,
  memoryBytes: 100,
  requests: 2,
  status: [0, 2, 0, 0, 0],
  latency: [0, 1, 1],
  ...more,
})
const seriesOf = (resourceId: ApplicationId, samples: MetricSample[]): SampleSeries => ({
  resourceId,
  source,
  resolution: 'fine',
  samples,
})
const slots = (count: number, step = 10_000) =>
  Array.from({ length: count }, (_, place) => sample(start + place * step))

async function inFolder(body: (file: string) => Promise<void>) {
  const folder = await mkdtemp(join(tmpdir(), 'berth-metrics-'))
  try {
    await body(join(folder, 'metrics.sqlite'))
  } finally {
    await rm(folder, { recursive: true })
  }
}

test('samples: survive encoding, with unknown figures left out', () => {
  const samples = [
    sample(start + 10_000, { cpuSeconds: 0.123456, diskBytes: 12, latency: [0, 0, 3, 0, 9] }),
    sample(start, { requests: 0, status: [0, 0, 0, 0, 0], latency: [] }),
    { at: start, duration: 0, requests: 1, status: [0, 0, 0, 0, 1], latency: [1] },
    sample(start, { codes: { 200: 1, 404: 1 } }),
  ]
  assert.deepEqual(decodeSamples(start, encodeSamples(start, samples)), samples)
})

test('metric store: reads what was added in a range, in order, by application', async () => {
  const store = openMetricDatabase(':memory:', ample)
  await store.add([seriesOf('app_1', slots(12)), seriesOf('app_2', slots(1))])
  await store.add([seriesOf('app_1', [sample(start + 120_000)])])
  const range = { resolution: 'fine', since: start + 20_000, until: start + 130_000 } as const
  const [series, ...others] = await store.read({ resourceId: 'app_1', ...range })
  assert.deepEqual(others, [])
  assert.deepEqual(
    series?.samples.map(({ at }) => at),
    Array.from({ length: 11 }, (_, place) => start + 20_000 + place * 10_000),
  )
  assert.deepEqual(await store.read({ resourceId: 'app_3', ...range }), [])
  assert.deepEqual(await store.resources(), ['app_1', 'app_2'])
})

test('metric store: finished slots of five minutes are merged once, also after a crash in between', async () => {
  const store = openMetricDatabase(':memory:', ample)
  await store.add([seriesOf('app_1', slots(45))])
  const coarse = async () => {
    const range = { resolution: 'coarse', since: start, until: start + 3_600_000 } as const
    return (await store.read({ resourceId: 'app_1', source, ...range }))[0]?.samples
  }
  await store.rollUp(start + 450_000)
  assert.equal(await store.rolledUpUntil(), start + 300_000)
  const merged = {
    at: start,
    duration: 300_000,
    cpuSeconds: 30,
    memoryBytes: 100,
    requests: 60,
    status: [0, 60, 0, 0, 0],
    latency: [0, 30, 30],
  }
  assert.deepEqual(await coarse(), [merged])
  await store.rollUp(start + 620_000)
  assert.deepEqual(
    (await coarse())?.map(({ at, duration }) => [at, duration]),
    [
      [start, 300_000],
      [start + 300_000, 150_000],
    ],
  )
})

test('metric store: merged samples have the sum of all instances as well', async () => {
  const store = openMetricDatabase(':memory:', ample)
  const codes = { 200: 1, 204: 1 }
  const others = slots(15).map((one) => ({ ...one, codes }))
  const other = { ...seriesOf('app_1', others), source: source.replace('1', '2') as InstanceId }
  await store.add([seriesOf('app_1', slots(30)), other])
  await store.rollUp(start + 300_000)
  const range = { resolution: 'coarse', since: start, until: start + 300_000 } as const
  const query = { resourceId: 'app_1', source: 'application', ...range } as const
  assert.deepEqual((await store.read(query))[0]?.samples, [
    {
      at: start,
      duration: 300_000,
      cpuSeconds: 45,
      memoryBytes: 150,
      requests: 90,
      status: [0, 90, 0, 0, 0],
      codes: { 200: 15, 204: 15 },
      latency: [0, 45, 45],
    },
  ])
})

test('metric store: old samples go, fine ones after a day and coarse ones after a month', async () => {
  const store = openMetricDatabase(':memory:', ample)
  await store.add([seriesOf('app_1', slots(60))])
  await store.rollUp(start + 600_000)
  const count = async (resolution: 'fine' | 'coarse') => {
    const range = {
      resourceId: 'app_1',
      resolution,
      since: start,
      until: start + 7_200_000,
    } as const
    return (await store.read(range))[0]?.samples.length ?? 0
  }
  await store.trim(start + 86_000_000)
  assert.deepEqual([await count('fine'), await count('coarse')], [60, 2])
  await store.trim(start + 88_000_000)
  assert.deepEqual([await count('fine'), await count('coarse')], [0, 2])
  await store.trim(start + 33 * 86_400_000)
  assert.deepEqual([await count('fine'), await count('coarse')], [0, 0])
  assert.deepEqual(await store.resources(), [])
})

test('metric store: an application with too many bytes loses its oldest, and others lose nothing', async () => {
  const store = openMetricDatabase(':memory:', { maxBytes: 30_000, maxApplicationBytes: 20_000 })
  const times = async (resourceId: ApplicationId) => {
    const range = {
      resourceId,
      resolution: 'fine',
      since: start,
      until: start + 7_200_000,
    } as const
    return (await store.read(range))[0]?.samples.map(({ at }) => at) ?? []
  }
  await store.add([seriesOf('app_large', slots(600)), seriesOf('app_small', slots(60))])
  await store.trim(start + 6_000_000)
  const left = await times('app_large')
  assert.ok(left.length > 60 && left.length < 400, `${left.length} samples are left`)
  assert.equal(left.at(-1), start + 599 * 10_000)
  assert.equal((await times('app_small')).length, 60)
  await store.add([seriesOf('app_other', slots(600))])
  await store.trim(start + 6_000_000)
  assert.ok((await times('app_large')).length < left.length)
  assert.ok((await times('app_other')).length > 60)
  assert.equal((await times('app_small')).length, 60)
})

test('metric store: what was added is there after a reopening, for its owner only', () =>
  inFolder(async (file) => {
    const store = openMetricDatabase(file, ample)
    await store.add([seriesOf('app_1', slots(3))])
    await store.close()
    assert.equal((await stat(file)).mode & 0o777, 0o600)
    const next = openMetricDatabase(file, ample)
    assert.deepEqual(await next.resources(), ['app_1'])
    await next.forget('app_1')
    assert.deepEqual(await next.resources(), [])
    await next.close()
  }))

test('metric store: a damaged file is put aside, because metrics are no reason not to start', () =>
  inFolder(async (file) => {
    await writeFile(file, 'not a database '.repeat(1000))
    const store = openMetricDatabase(file, ample)
    await store.add([seriesOf('app_1', slots(1))])
    await store.close()
    assert.ok((await readdir(join(file, '..'))).includes('metrics.sqlite.damaged'))
  }))
