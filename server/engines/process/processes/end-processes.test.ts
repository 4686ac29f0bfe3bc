import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { test } from 'node:test'
import { findProcess } from '#kit/process/process-identity.ts'
import { killProcesses } from './end-processes.ts'

test('end processes: the interval between scans grows while a process does not end', async () => {
  const launcher = spawn('sleep', ['60'])
  await once(launcher, 'spawn')
  const pid = launcher.pid ?? 0
  let looks = 0
  await killProcesses(async () => {
    looks++
    return findProcess(pid)
      ? { all: [pid], launcher: pid, application: [] }
      : { all: [], application: [] }
  })
  assert.equal(findProcess(pid), undefined)
  assert.ok(looks < 100, `${looks} looks`)
})
