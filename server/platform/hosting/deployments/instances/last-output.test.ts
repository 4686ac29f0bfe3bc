import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import type { Instance } from '#platform/model/hosting/instances/instance.ts'
import type { NewLine } from '#platform/model/observability/line.ts'
import { openLogFiles } from '#stores/files/log-files.ts'
import { lastOutput } from './last-output.ts'

test('stored end: the output of one instance from fifteen seconds before its last line, without lines of the platform', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'berth-logs-'))
  const logs = await openLogFiles({ folder, retention: { bytes: 1e6, age: 1e12 } })
  const instance = { id: 'one', applicationId: 'app_one' } as unknown as Instance
  const append = (message: string, date: number, more: Partial<NewLine> = {}) =>
    logs.append({
      applicationId: instance.applicationId,
      deploymentId: '',
      instanceId: instance.id,
      commit: '',
      origin: 'instance',
      severity: 'info',
      message,
      date,
      ...more,
    })
  try {
    assert.deepEqual(await lastOutput(logs, instance), [])
    append('old', 1000)
    append('begin', 8000)
    append('another', 9500, { instanceId: 'two' as Instance['id'] })
    append('last', 23_000)
    append('Instance 0 was restarted.', 24_000, { origin: 'deployment' })
    assert.deepEqual(await lastOutput(logs, instance), [
      { date: 8000, line: 'begin' },
      { date: 23_000, line: 'last' },
    ])
  } finally {
    await logs.close()
    await rm(folder, { recursive: true })
  }
})
