import assert from 'node:assert/strict'
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { maxProcesses, processShares } from './process-budget.ts'

test('processes of the machine: the least of the kernel and of the groups that we run in', async (t) => {
  const kernel = Number(await readFile('/proc/sys/kernel/pid_max', 'utf8'))
  const ofMachine = maxProcesses(undefined)
  assert.ok(ofMachine > 0 && ofMachine <= kernel)
  const outer = await mkdtemp(join(tmpdir(), 'berth-groups-'))
  t.after(() => rm(outer, { recursive: true }))
  const inner = join(outer, 'service')
  await mkdir(inner)
  await writeFile(join(inner, 'pids.max'), 'max\n')
  assert.equal(maxProcesses(inner), ofMachine)
  await writeFile(join(outer, 'pids.max'), '1000\n')
  assert.equal(maxProcesses(inner), 1000)
  await writeFile(join(inner, 'pids.max'), '900\n')
  assert.equal(maxProcesses(inner), 900)
})

test('processes of the machine: all shares together leave an eighth for the system', () => {
  const shares = Object.values(processShares)
  assert.equal(
    shares.reduce((sum, share) => sum + share),
    7 / 8,
  )
})
