import assert from 'node:assert/strict'
import { text } from 'node:stream/consumers'
import { test } from 'node:test'
import { until } from '#kit/concurrency/timeout.ts'
import { removeOldReleases } from '#platform/hosting/deployments/releases/retention.ts'
import { setShellAccess } from '#platform/hosting/shells/shell-bans.ts'
import { instanceIdOfRun, isRunEnded, type RunRecord } from '#platform/model/hosting/runs/run.ts'
import { runLimits } from '#platform/model/hosting/runs/run-limits.ts'
import type { RunAttachment, RunRequest } from '#platform/model/hosting/runs/runs.ts'
import type { Caller } from '#platform/model/identity/access/caller.ts'
import { everyRight } from '#platform/model/identity/access/rights.ts'
import { openLiveApplication, three, two } from '#tests/support/applications/live-application.ts'
import { createRuns } from './create-runs.ts'
import { getRun, stopRun } from './runs.ts'

const timeout = 120_000

async function openScene() {
  const setup = await openLiveApplication()
  const { platform, account, bugs } = setup
  const application =
    (await platform.store.applications.find(setup.application.id)) ?? assert.fail()
  const user = (await platform.store.users.findByEmail(account.email)) ?? assert.fail()
  const caller: Caller = {
    userId: user.id,
    credential: 'password',
    credentialId: 'own',
    rights: everyRight,
  }
  platform.policies.stopGrace = 300
  platform.runs.begin()
  const said: string[] = []
  const start = (command: string | readonly string[], more: Partial<RunRequest> = {}) =>
    platform.runs.start(application, {
      caller,
      from: '192.0.2.1',
      command: typeof command === 'string' ? [command] : command,
      isDetached: true,
      ...more,
    })
  const attach = (run: RunRecord, more: Partial<RunAttachment> = {}) =>
    platform.runs.attach(run.id, {
      caller,
      signal: AbortSignal.timeout(timeout),
      say: (sentence) => said.push(sentence),
      ...more,
    })
  const ended = ({ id }: RunRecord) =>
    until(
      async () => {
        const run = await platform.store.runs.find(id)
        const isOver = run && isRunEnded(run) && (await isFree(run))
        return isOver && run
      },
      { timeout, what: 'the end of the run' },
    )
  const isFree = async (run: RunRecord) =>
    !(await platform.engine.isRunning(instanceIdOfRun(run.id)))
  const running = (run: RunRecord) =>
    until(async () => (await platform.store.runs.find(run.id))?.state === 'running', {
      timeout,
      what: 'the begin of the run',
    })
  return {
    ...setup,
    application,
    caller,
    said,
    start,
    attach,
    ended,
    running,
    bugs,
    async [Symbol.asyncDispose]() {
      await platform.runs.close()
      await setup[Symbol.asyncDispose]()
    },
  }
}

test('run: a detached command has its output and exit code kept, and leaves nothing', async () => {
  await using scene = await openScene()
  const { platform, application } = scene
  const before = await platform.engine.usage()
  const run = await scene.start('echo hello')
  assert.deepEqual([run.state, run.release, run.flavor], ['starting', 1, application.currentFlavor])
  const { state, exitCode, output, outputEnd, reason } = await scene.ended(run)
  assert.deepEqual(
    [state, exitCode, output, outputEnd, reason],
    ['succeeded', 0, 'hello\n', 6, null],
  )
  assert.equal((await platform.engine.usage()).length, before.length)
  const failing = await scene.ended(await scene.start(['exit', '3']))
  assert.deepEqual([failing.state, failing.exitCode], ['failed', 3])
  const unknown = await scene.ended(await scene.start('nonsense'))
  assert.equal(unknown.reason, 'The command was not found.')
  assert.deepEqual(scene.bugs, [])
})

test('run: has the variables of the release, and is in no route and no list of instances', async () => {
  await using scene = await openScene()
  const { platform, application, traffic } = scene
  const routed = traffic.addressesOf(application.id).length
  const run = await scene.start('wait')
  await scene.running(run)
  assert.equal(traffic.addressesOf(application.id).length, routed)
  assert.equal((await platform.store.instances.listOf(application.id)).length, 1)
  const shown = await scene.ended(await scene.start(['env', 'COMMIT_ID']))
  assert.equal(shown.output, `${application.commit}\n`)
  await stopRun(platform, application, run.id)
})

test('run: a client gets both outputs apart and the exit code; its outputs are not kept', async () => {
  await using scene = await openScene()
  const run = await scene.start('cat', { isDetached: false })
  const session = await scene.attach(run)
  session.stdin.end('through\n')
  assert.equal(await text(session.stdout), 'through\n')
  assert.equal(await session.ended, 0)
  const { state, output } = await scene.ended(run)
  assert.deepEqual([state, output], ['succeeded', ''])
})

test('run: a client that goes once it has the exit code changes nothing', async () => {
  await using scene = await openScene()
  const run = await scene.start('exit 7', { isDetached: false })
  const connection = new AbortController()
  const session = await scene.attach(run, { signal: connection.signal })
  assert.equal(await session.ended, 7)
  connection.abort()
  const { state, exitCode } = await scene.ended(run)
  assert.deepEqual([state, exitCode], ['failed', 7])
})

test('run: ends at its timeout', async () => {
  await using scene = await openScene()
  const run = await scene.start('wait', { timeout: runLimits.minTimeout })
  const { state, reason, exitCode } = await scene.ended(run)
  assert.deepEqual([state, exitCode], ['timed-out', 143])
  assert.equal(reason, 'It ran longer than 10 s and was ended.')
})

test('run: has the terminal of its client', async () => {
  await using scene = await openScene()
  const run = await scene.start('size', { isDetached: false })
  const session = await scene.attach(run, {
    terminal: { term: 'xterm', columns: 101, rows: 37 },
  })
  assert.equal(await text(session.stdout), '37 101\n')
})

test('run: only its starter attaches, once, and only to what is not detached', async () => {
  await using scene = await openScene()
  const detached = await scene.start('wait')
  await assert.rejects(scene.attach(detached), /detached/)
  const run = await scene.start('wait', { isDetached: false })
  const other: Caller = { ...scene.caller, userId: 'user_other' }
  await assert.rejects(scene.attach(run, { caller: other }), /Only who has started/)
  await scene.attach(run)
  await assert.rejects(scene.attach(run), /attached to the run already/)
  await assert.rejects(scene.attach({ ...run, id: 'run_none' }), /has ended already/)
})

test('run: ends soon after its client has gone', async () => {
  await using scene = await openScene()
  const run = await scene.start('wait', { isDetached: false })
  const connection = new AbortController()
  await scene.attach(run, { signal: connection.signal })
  connection.abort()
  const { state, reason } = await scene.ended(run)
  assert.deepEqual([state, reason], ['interrupted', 'The connection of its client was lost.'])
})

test('run: is stopped by a member, also one that ignores signals, and only once', async () => {
  await using scene = await openScene()
  const { platform, application } = scene
  const run = await scene.start('stubborn')
  await scene.running(run)
  const stopped = await stopRun(platform, application, run.id)
  assert.deepEqual([stopped.state, stopped.reason], ['stopped', 'It was stopped by a member.'])
  assert.equal(stopped.exitCode, 137)
  await assert.rejects(stopRun(platform, application, run.id), /has ended already/)
  await assert.rejects(stopRun(platform, application, 'run_none'), /There is no run/)
})

test('run: a client is told why its run ends when it may not run commands any more', async () => {
  await using scene = await openScene()
  const { platform, application } = scene
  const attached = await scene.start('wait', { isDetached: false })
  await scene.attach(attached)
  const detached = await scene.start('wait')
  await scene.running(detached)
  const { id: applicationId, ownerId } = application
  await setShellAccess(platform, { ownerId, applicationId }, false)
  const { state, reason } = await scene.ended(attached)
  assert.deepEqual([state, reason], ['interrupted', 'Shells are off for this application'])
  assert.deepEqual(scene.said, ['Shells are off for this application: the run ends.'])
  await assert.rejects(scene.start('echo no'), /Shells are off/)
  assert.equal((await getRun(platform, application, detached.id)).state, 'running')
})

test('run: goes on with its release through deployments, whose files are kept meanwhile', async () => {
  await using scene = await openScene()
  const { platform, application } = scene
  platform.policies.releasesKept = 1
  const run = await scene.start('wait')
  await scene.running(run)
  const first = (await platform.store.releases.find(run.deploymentId)) ?? assert.fail()
  await scene.deploy(application, two)
  await scene.deploy(application, three)
  await removeOldReleases(platform, application.id)
  assert.equal((await getRun(platform, application, run.id)).state, 'running')
  assert.equal(await platform.engine.holds(first.artifact), true)
  await stopRun(platform, application, run.id)
  await removeOldReleases(platform, application.id)
  assert.equal(await platform.engine.holds(first.artifact), false)
})

test('run: is metered from its begin to its end, and audited with its event', async () => {
  await using scene = await openScene()
  const { platform, application } = scene
  const run = await scene.start('wait')
  assert.equal((await platform.store.usage.findOpen(run.id))?.flavorOrPlan, run.flavor)
  await scene.running(run)
  await stopRun(platform, application, run.id)
  assert.equal(await platform.store.usage.findOpen(run.id), undefined)
  assert.ok((await platform.store.usage.findLast(run.id))?.until)
  const entries = await platform.store.audit.listOf(application.ownerId, { limit: 50 })
  const [entry] = entries.filter(({ action }) => action === 'run.end')
  assert.match(entry?.target ?? '', new RegExp(`^${application.id} ${run.id} \\(stopped after `))
  assert.equal(entry?.from, '192.0.2.1')
  const events = await platform.store.events.listOf([application.ownerId], {
    limit: 9,
    name: 'RUN_END',
  })
  assert.equal(events.length, 1)
})

test('run: its command is listed as it is typed in a shell', async () => {
  await using scene = await openScene()
  const run = await scene.start(['echo', 'a b', 'secret'])
  assert.equal((await scene.ended(run)).command, "echo 'a b' secret")
  const [listed] = await scene.platform.store.runs.list(scene.application.id, 10)
  assert.equal(listed?.command, "echo 'a b' secret")
})

test('run: what no command is, and what no size and timeout is, is refused', async () => {
  await using scene = await openScene()
  for (const command of ['', ' ', 'a\0b', 'x'.repeat(runLimits.command + 1)])
    await assert.rejects(scene.start(command), /The command must have 1 to/)
  await assert.rejects(scene.start([]), /The command must have 1 to/)
  await assert.rejects(scene.start('wait', { flavor: 'huge' }), /There is no such size/)
  scene.platform.policies.maxFlavors = { instances: 'XS', builds: 'XS' }
  await assert.rejects(scene.start('wait', { flavor: '3XL' }), /The largest size here is XS/)
  for (const wrong of [0, -1, 9999, Number.NaN, runLimits.maxTimeout + 1])
    await assert.rejects(scene.start('wait', { timeout: wrong }), /The timeout must be between/)
})

test('run: an engine that cannot start idle instances is named', async () => {
  await using scene = await openScene()
  Object.assign(scene.platform.engine, { startIdle: undefined, name: 'swarm' })
  await assert.rejects(scene.start('echo no'), /which the engine swarm does not promise/)
  assert.deepEqual(await scene.platform.store.runs.list(scene.application.id, 9), [])
})

test('run: no more than the limit of an application begin', async () => {
  await using scene = await openScene()
  scene.platform.policies.quotas = { ...scene.platform.policies.quotas, instances: 100 }
  const all = await Promise.allSettled(Array.from({ length: 100 }, () => scene.start('wait')))
  const begun = all.filter(({ status }) => status === 'fulfilled')
  assert.equal(begun.length, runLimits.perApplication)
  await scene.platform.runs.stopAll(scene.application.id, { state: 'stopped', reason: 'Enough.' })
  assert.deepEqual(await scene.platform.store.runs.listUnfinished(), [])
  assert.deepEqual(scene.bugs, [])
})

test('run: counts against the quotas of the account, as deployments count it', async () => {
  await using scene = await openScene()
  const { platform, application } = scene
  platform.policies.quotas = { ...platform.policies.quotas, instances: 2 }
  const run = await scene.start('wait')
  await assert.rejects(scene.start('wait'), /3 instances would run, and 2 are allowed/)
  await scene.running(run)
  await stopRun(platform, application, run.id)
  await scene.ended(await scene.start('echo room'))
})

test('run: a stopped application can have one, a suspended owner cannot', async () => {
  await using scene = await openScene()
  const { platform, application } = scene
  await platform.store.applications.setWanted(application.id, 'down')
  const run = await scene.start('wait')
  await scene.running(run)
  await platform.store.applications.setSuspended(application.ownerId, true)
  const { state, reason } = await scene.ended(run)
  assert.equal(state, 'interrupted')
  assert.match(reason ?? '', /suspended/)
})

test('run: one that a crashed server has left is recorded as interrupted, with what it had printed', async () => {
  await using scene = await openScene()
  const { platform, bugs } = scene
  const run = await scene.start('echo so far')
  const done = await scene.ended(run)
  const lost = { ...done, id: 'run_lost', state: 'running', endedAt: null } as const
  await platform.store.runs.add(lost)
  await platform.runs.close()
  const next = createRuns({ platform: () => platform, onBug: (bug) => bugs.push(bug) })
  next.begin()
  const { state, reason, output } = await scene.ended(lost)
  assert.deepEqual([state, output], ['interrupted', 'so far\n'])
  assert.equal(reason, 'The platform was restarted while it was running.')
  await next.close()
})

test('run: one of another server is left to it, until its application is assigned to this one', async () => {
  await using scene = await openScene()
  const { platform } = scene
  const done = await scene.ended(await scene.start('echo there'))
  const foreign = { ...done, id: 'run_foreign', serverId: 'other', state: 'running' } as const
  await platform.store.runs.add(foreign)
  platform.runs.wake()
  await scene.ended(await scene.start('echo here'))
  const { state } = await getRun(platform, scene.application, foreign.id)
  assert.equal(state, 'running')
  const { claims } = platform.store
  Object.assign(platform.store, { claims: { ...claims, isShared: true } })
  platform.runs.wake()
  assert.equal((await scene.ended(foreign)).state, 'interrupted')
})

test('run: the end of the server ends it, with a sentence for its client', async () => {
  await using scene = await openScene()
  const run = await scene.start('wait', { isDetached: false })
  await scene.attach(run)
  await scene.platform.runs.close()
  assert.equal((await scene.ended(run)).state, 'interrupted')
  assert.deepEqual(scene.said, ['The platform was restarted while it was running: the run ends.'])
  await assert.rejects(scene.start('echo late'), /restarting/)
})
