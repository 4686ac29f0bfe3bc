import assert from 'node:assert/strict'
import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import type { ApplicationId } from '#platform/model/ids.ts'
import type { SampleSeries } from '#platform/model/observability/sample.ts'
import { openMetricStore } from './metric-store.ts'

const resourceId: ApplicationId = 'app_metrics'
const sample = (at: number): SampleSeries => ({
  resourceId,
  source: 'router',
  resolution: 'fine',
  samples: [{ at, duration: 10_000, requests: 1, status: [1, 0, 0, 0, 0], latency: [] }],
})

test('metrics: a file that cannot be opened is reported, and used once it can, with what was in memory meanwhile', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'berth-metrics-'))
  const lines: string[] = []
  const log = (line: string) => void lines.push(line)
  const path = join(folder, 'none', 'metrics.sqlite')
  const store = openMetricStore(path, 1e6, log)
  await store.add([sample(10_000)])
  await store.rollUp(60_000)
  assert.deepEqual(await store.resources(), [resourceId])
  assert.match(lines.join('\n'), /^Metrics are in memory only until their file can .*ENOENT/)
  await mkdir(join(folder, 'none'))
  await store.rollUp(120_000)
  await store.add([sample(130_000)])
  await store.close()
  const kept = openMetricStore(path, 1e6, log)
  assert.equal(lines.length, 1)
  const [series] = await kept.read({ resourceId, resolution: 'fine', since: 0, until: 1e6 })
  assert.deepEqual(
    series?.samples.map(({ at }) => at),
    [10_000, 130_000],
  )
  await kept.close()
  await rm(folder, { recursive: true })
})
