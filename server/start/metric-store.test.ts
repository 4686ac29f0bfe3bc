import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { openMetricStore } from './metric-store.ts'

test('metrics: a file that cannot be opened is reported, and metrics are kept in memory', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'berth-metrics-'))
  const lines: string[] = []
  const log = (line: string) => void lines.push(line)
  const store = openMetricStore(join(folder, 'none', 'metrics.sqlite'), 1e6, log)
  assert.deepEqual(await store.applications(), [])
  assert.match(lines.join('\n'), /^Metrics are in memory only until the next start: .*ENOENT/)
  await store.close()
  const kept = openMetricStore(join(folder, 'metrics.sqlite'), 1e6, log)
  assert.equal(lines.length, 1)
  await kept.close()
  await rm(folder, { recursive: true })
})
