import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, realpath, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { until } from '#kit/concurrency/timeout.ts'
import { runOrThrow } from '#kit/process/subprocess.ts'
import { routerOf } from '#tests/support/engine/machine.ts'
import { TestBerth } from '#tests/support/platform/berth.ts'
import { openLabNetwork } from '#tests/support/swarm/lab-network.ts'
import { endLeftRuns, isRunning, openRunFolder } from './run-folder.ts'

async function newParent() {
  const parent = await realpath(await mkdtemp(join(tmpdir(), 'berth-runs-')))
  return { parent, [Symbol.asyncDispose]: () => rm(parent, { recursive: true, force: true }) }
}

/** A process of its own session, as a server that runs in the background. */
function leave(cwd: string, environment: Record<string, string> = {}): number {
  const child = spawn('sleep', ['1000'], { cwd, env: environment, detached: true, stdio: 'ignore' })
  child.unref()
  return child.pid ?? assert.fail('sleep was not started')
}

const isGone = (pid: number) =>
  until(() => !isRunning(pid), { timeout: 300_000, what: `the end of ${pid}` })

/** A process id that nobody has. */
async function goneProcess(): Promise<number> {
  const pid = leave('/')
  process.kill(pid, 'SIGKILL')
  await isGone(pid)
  return pid
}

test('run folder: its end ends the processes that know it, and no others', async () => {
  await using place = await newParent()
  const run = await openRunFolder(place.parent)
  const within = leave(run.folder)
  const known = leave('/', { TMPDIR: run.folder })
  const other = leave('/', { TMPDIR: `${run.folder}0` })
  try {
    await run[Symbol.asyncDispose]()
    await Promise.all([within, known].map(isGone))
    assert.ok(isRunning(other))
    assert.ok(!existsSync(run.folder))
  } finally {
    process.kill(other, 'SIGKILL')
  }
})

test('run folder: what a killed run has left is ended by the next, router of a platform included', async () => {
  await using place = await newParent()
  const left = join(place.parent, `berth-run-${await goneProcess()}`)
  const live = join(place.parent, `berth-run-${process.pid}`)
  await Promise.all([mkdir(left), mkdir(live)])
  const berth = await TestBerth.start({ BERTH_ENGINE: 'memory' }, undefined, [], left)
  const router = routerOf(berth.data)
  await berth.signal('SIGKILL')
  assert.ok(isRunning(router))
  const ofLive = leave(live)
  try {
    await endLeftRuns(place.parent, 'berth-run-')
    await isGone(router)
    assert.ok(!existsSync(left))
    assert.ok(isRunning(ofLive))
    assert.ok(existsSync(live))
  } finally {
    process.kill(ofLive, 'SIGKILL')
  }
})

test('run folder: a lab that a killed run has left ends with what runs in it', async () => {
  await using place = await newParent()
  const left = join(place.parent, `berth-run-${await goneProcess()}`)
  await mkdir(left)
  const lab = await openLabNetwork(1, left)
  const namespace = lab.namespaces[0]?.namespace ?? assert.fail()
  const within = spawn('ip', ['netns', 'exec', namespace, 'sleep', '1000'], { stdio: 'ignore' })
  const pid = within.pid ?? assert.fail()
  await endLeftRuns(place.parent, 'berth-run-')
  await isGone(pid)
  const stdout = await runOrThrow(['ip', 'netns', 'list'])
  assert.ok(!stdout.includes(namespace))
  assert.ok(!existsSync(left))
})

test('run folder: disks that a killed run has left mounted are taken away with it', async () => {
  await using place = await newParent()
  const left = join(place.parent, `berth-run-${await goneProcess()}`)
  const disk = join(left, 'lab/disk')
  await mkdir(disk, { recursive: true })
  await runOrThrow(['mount', '-t', 'tmpfs', 'tmpfs', disk])
  await mkdir(join(disk, 'inner'))
  await runOrThrow(['mount', '-t', 'tmpfs', 'tmpfs', join(disk, 'inner')])
  await endLeftRuns(place.parent, 'berth-run-')
  assert.ok(!existsSync(left))
})
