import assert from 'node:assert/strict'
import { test } from 'node:test'
import { until } from '#kit/concurrency/timeout.ts'
import { setVariable } from '#platform/hosting/applications/variables.ts'
import type { Platform } from '#platform/hosting/platform.ts'
import type { CronRunRecord } from '#platform/model/hosting/crons/cron.ts'
import type { CronWorker } from '#platform/model/hosting/crons/scheduled-cron.ts'
import {
  type LiveApplication,
  openLiveApplication,
  two,
} from '#tests/support/applications/live-application.ts'
import { createCronWorker } from './cron-worker.ts'
import { addCron, enableCron, listCrons, removeCron, stopCronRun } from './crons.ts'
import { maxRunning } from './start-runs.ts'

const timeout = 120_000
const minute = 60_000
const start = Date.parse('2026-11-20T02:59:30Z')

interface Scene extends Omit<LiveApplication, 'ended'> {
  /** Sets the clock, and waits for the round that follows. */
  look(time: string, worker?: CronWorker): Promise<void>
  /** Another server on the same store. */
  another(): CronWorker
  runs(): Promise<CronRunRecord[]>
  /** Waits until so many runs are recorded and none is running. */
  ended(count: number): Promise<CronRunRecord[]>
  add(command: string, more?: Partial<Parameters<typeof addCron>[2]>): ReturnType<typeof addCron>
}

/** A live application at 02:59:30, whose server follows schedules when it is told to look. */
async function openScene(change = {}, recipe?: object): Promise<Scene> {
  const setup = await openLiveApplication(change)
  const { platform, application: created, bugs } = setup
  if (recipe) {
    await setVariable(platform, created, 'RECIPE', JSON.stringify(recipe))
    await setup.deploy(created, two)
  }
  const application = (await platform.store.applications.find(created.id)) ?? assert.fail()
  let now = start
  platform.clock = () => now
  const workers: CronWorker[] = []
  const open = () => {
    const worker = createCronWorker({ platform: () => platform, onBug: (bug) => bugs.push(bug) })
    workers.push(worker)
    worker.begin()
    return worker
  }
  const { listAll } = platform.store.applications
  let asked = 0
  Object.assign(platform.store.applications, {
    listAll: () => {
      asked += 1
      return listAll.call(platform.store.applications)
    },
  })
  platform.cronWorker = open()
  const quiet = async (worker: CronWorker) => {
    const before = asked
    worker.wake()
    await until(() => asked > before, { timeout, what: 'a round' })
    // A second round begins once the first one has ended.
    const first = asked
    worker.wake()
    await until(() => asked > first, { timeout, what: 'the round after' })
  }
  await quiet(platform.cronWorker)
  const runs = () => platform.store.cronRuns.list(application.id, { limit: 100 })
  const user = (await platform.store.users.findByEmail(setup.account.email)) ?? assert.fail()
  return {
    ...setup,
    application,
    runs,
    another: open,
    async look(time, worker = platform.cronWorker) {
      now = Date.parse(`2026-11-20T${time}Z`)
      await quiet(worker)
    },
    ended: (count) =>
      until(
        async () => {
          const all = await runs()
          return all.length >= count && all.every(({ state }) => state !== 'running') && all
        },
        { timeout, what: `${count} ended runs` },
      ),
    add: (command, more = {}) =>
      addCron(
        platform,
        application,
        { name: 'job', schedule: '0 3 * * *', command, where: 'one instance', ...more },
        user.id,
      ),
    async [Symbol.asyncDispose]() {
      for (const worker of workers) await worker.close()
      await setup[Symbol.asyncDispose]()
    },
  }
}

const outputOf = async ({ store }: Pick<Platform, 'store'>, run: CronRunRecord | undefined) =>
  (run && (await store.cronRuns.find(run.id)))?.output

test('cron: a task runs at its minute, and its exit code and output are kept', async () => {
  await using scene = await openScene()
  const { platform, application } = scene
  await scene.add('echo backing up; exit 3')
  const [listed] = await listCrons(platform, application)
  assert.deepEqual([listed?.nextAt, listed?.lastRun], [start + minute / 2, null])
  assert.deepEqual(await scene.runs(), [])
  await scene.look('03:00:00')
  const [run] = await scene.ended(1)
  assert.equal(run?.dueAt, start + minute / 2)
  assert.deepEqual([run?.state, run?.exitCode, run?.cause], ['failed', 3, 'schedule'])
  assert.equal(await outputOf(platform, run), 'backing up\n')
  await scene.look('03:01:00')
  assert.equal((await scene.runs()).length, 1)
  const lines = await scene.lines(application.id)
  assert.ok(lines.includes('backing up'))
  assert.ok(lines.includes('The scheduled task job failed: exit code 3'))
  const after = await listCrons(platform, application)
  assert.equal(after[0]?.lastRun?.id, run?.id)
})

test('cron: a run that does not succeed is an event, one that does is none', async () => {
  await using scene = await openScene()
  const { platform, application } = scene
  await scene.add('echo fine')
  await scene.add('exit 9', { name: 'bad' })
  await scene.look('03:00:10')
  await scene.ended(2)
  const events = await platform.store.events.listOf([application.ownerId], {
    limit: 9,
    name: 'CRON_FAILED',
  })
  assert.equal(events.length, 1)
  const { cronName, exitCode, state } = (events[0] ?? assert.fail()).data
  assert.deepEqual([cronName, exitCode, state], ['bad', 9, 'failed'])
})

test('cron: of two servers on one store one begins each due time', async () => {
  await using scene = await openScene()
  await scene.add('echo once', { schedule: '* * * * *' })
  const other = scene.another()
  for (const time of ['03:00:00', '03:01:00', '03:02:00', '03:03:00']) {
    const minuteOfTime = scene.look(time)
    other.wake()
    await minuteOfTime
    await scene.look(time, other)
  }
  const all = await scene.ended(4)
  assert.equal(all.length, 4)
  assert.equal(new Set(all.map(({ dueAt }) => dueAt)).size, 4)
  const said = (await scene.lines(scene.application.id)).filter((line) => line === 'once')
  assert.equal(said.length, 4)
})

test('cron: of several instances the one with the lowest number runs it, as instance 0, unless each is asked for', async () => {
  await using scene = await openScene({ minInstances: 3, maxInstances: 3 })
  const { platform, application } = scene
  await scene.add('env INSTANCE_NUMBER', { name: 'one' })
  await scene.add('env INSTANCE_NUMBER', { name: 'every', where: 'every instance' })
  await scene.look('03:00:00')
  const all = await scene.ended(4)
  const outputs = async (name: string) =>
    (
      await Promise.all(
        all.filter((run) => run.name === name).map((run) => outputOf(platform, run)),
      )
    ).sort()
  assert.deepEqual(await outputs('one'), ['0\n'])
  assert.deepEqual(await outputs('every'), ['0\n', '1\n', '2\n'])
  assert.equal((await platform.store.instances.listOf(application.id)).length, 3)
})

test('cron: a run that is still running when the next one is due makes it skipped', async () => {
  await using scene = await openScene()
  const { platform, application } = scene
  await scene.add('wait', { schedule: '* * * * *' })
  await scene.look('03:00:00')
  await scene.look('03:01:00')
  const [skipped, first] = await scene.runs()
  assert.deepEqual([first?.state, skipped?.state], ['running', 'skipped'])
  assert.equal(skipped?.reason, 'The run of 03:00 is still running.')
  const stopped = await stopCronRun(platform, application, first?.id ?? '')
  assert.deepEqual([stopped.state, stopped.reason], ['interrupted', 'It was stopped by a member.'])
  await scene.look('03:02:00')
  assert.equal((await scene.runs())[0]?.state, 'running')
})

test('cron: an application runs a limited number at once, and the others are skipped', async () => {
  await using scene = await openScene()
  for (let count = 0; count <= maxRunning; count++)
    await scene.add('wait', { name: `job ${count}` })
  await scene.look('03:00:00')
  const all = await scene.runs()
  const skipped = all.filter(({ state }) => state === 'skipped')
  assert.deepEqual([all.length, skipped.length], [maxRunning + 1, 1])
  assert.match(skipped[0]?.reason ?? '', /^10 scheduled tasks of the application are running/)
})

test('cron: a run that takes longer than its timeout is ended', async () => {
  await using scene = await openScene()
  const { platform } = scene
  const { id } = await scene.add('wait')
  const short = 50
  await platform.store.crons.change(id, {
    name: 'job',
    schedule: '0 3 * * *',
    command: 'echo begun; wait',
    where: 'one instance',
    timeout: short,
  })
  await scene.look('03:00:00')
  const [run] = await scene.ended(1)
  assert.equal(run?.state, 'timed-out')
  assert.equal(run?.reason, 'It ran longer than 50 ms and was ended.')
  assert.equal(await outputOf(platform, run), 'begun\n')
})

test('cron: without a running instance it is missed, and says so', async () => {
  await using scene = await openScene()
  const { platform, application } = scene
  await scene.add('echo never')
  for (const { id } of await platform.store.instances.listOf(application.id))
    await platform.store.instances.update(id, { state: 'starting' })
  await scene.look('03:00:00')
  const [run] = await scene.ended(1)
  assert.deepEqual(
    [run?.state, run?.reason],
    ['missed', 'No instance of the application was running.'],
  )
})

test('cron: a server that comes back begins what it missed by minutes once, and records the rest', async () => {
  await using scene = await openScene()
  await scene.add('echo late', { schedule: '*/2 * * * *' })
  await scene.add('echo too late', { name: 'nightly', schedule: '2 3 * * *' })
  await scene.look('03:00:00')
  await scene.ended(1)
  await scene.platform.cronWorker.close()
  scene.platform.cronWorker = scene.another()
  await scene.look('03:15:00')
  const all = await scene.ended(4)
  const of = (name: string) =>
    all.filter((run) => run.name === name).map(({ state, reason }) => ({ state, reason }))
  assert.deepEqual(of('nightly'), [{ state: 'missed', reason: 'The platform was not running.' }])
  assert.deepEqual(
    of('job')
      .map(({ state }) => state)
      .sort(),
    ['missed', 'succeeded', 'succeeded'],
  )
  const missed = of('job').find(({ state }) => state === 'missed')
  assert.equal(
    missed?.reason,
    'The platform was not running at 6 of its times, from 03:02 to 03:12 UTC.',
  )
})

test('cron: a run that a crashed server has begun is interrupted, and not run again', async () => {
  await using scene = await openScene()
  const { platform, application } = scene
  await scene.add('wait')
  await scene.look('03:00:00')
  const [begun] = await scene.runs()
  assert.equal(begun?.state, 'running')
  // What a crash leaves: the record, and no process.
  const { add } = platform.store.cronRuns
  const lost = await platform.store.cronRuns.find(begun?.id ?? 'cronrun_')
  assert.ok(lost)
  await stopCronRun(platform, application, lost.id)
  await add.call(platform.store.cronRuns, {
    ...lost,
    id: 'cronrun_lost',
    slot: 'lost',
  })
  await scene.look('03:00:30')
  const after = await platform.store.cronRuns.find('cronrun_lost')
  assert.equal(after?.state, 'interrupted')
  assert.equal(after?.reason, 'The platform was restarted while it was running.')
  assert.equal((await scene.runs()).length, 2)
})

test('cron: the end of the server ends a run, and records it', async () => {
  await using scene = await openScene()
  await scene.add('wait')
  await scene.look('03:00:00')
  await scene.platform.cronWorker.close()
  const [run] = await scene.runs()
  assert.equal(run?.state, 'interrupted')
  assert.equal(run?.reason, 'The platform was restarted while it was running.')
})

test('cron: a deployment gives a run the time of a drain, then ends it', async () => {
  await using scene = await openScene()
  const { platform, application } = scene
  const short = 300
  platform.policies.drainTimeout = short
  await scene.add('wait')
  await scene.look('03:00:00')
  assert.equal((await scene.deploy(application, two)).state, 'live')
  const [run] = await scene.ended(1)
  assert.equal(run?.state, 'interrupted')
  assert.match(run?.reason ?? '', /ended its instance/)
})

test('cron: an instance that is stopped ends its runs', async () => {
  await using scene = await openScene()
  const { platform, application } = scene
  await scene.add('wait')
  await scene.look('03:00:00')
  const [instance] = await platform.store.instances.listOf(application.id)
  await platform.store.instances.update(instance?.id ?? assert.fail(), { state: 'stopping' })
  await platform.engine.stop(instance?.id ?? '', 0)
  const [run] = await scene.ended(1)
  assert.deepEqual([run?.state, run?.reason], ['interrupted', 'Its instance has ended.'])
})

test('cron: tasks of cron.json come with the release, can be disabled, and cannot be removed', async () => {
  const crons = [
    {
      schedule: '0 3 * * *',
      command: ['sh', '-c', 'export ROOT="$PWD"\necho plain'],
      where: 'one instance',
    },
    {
      name: 'named',
      schedule: '0 3 * * *',
      command: ['sh', '-c', 'export ROOT="$PWD"\necho named'],
      where: 'one instance',
    },
  ]
  await using scene = await openScene({}, { crons })
  const { platform, application } = scene
  const [plain, named] = await listCrons(platform, application)
  assert.deepEqual(
    [plain?.name, plain?.line, named?.name, named?.source],
    ['echo plain', 'echo plain', 'named', 'cron.json'],
  )
  await assert.rejects(removeCron(platform, application, named?.id ?? ''), /cron\.json/)
  await enableCron(platform, application, plain?.id ?? '', false)
  await scene.look('03:00:00')
  const all = await scene.ended(1)
  assert.deepEqual(
    all.map(({ name, state }) => [name, state]),
    [['named', 'succeeded']],
  )
  await enableCron(platform, application, plain?.id ?? '', true)
  await scene.look('03:30:00')
  assert.equal((await scene.runs()).length, 1, 'the time while it was off is not made up for')
})

test('cron: wrong input is refused with the field', async () => {
  await using scene = await openScene()
  await scene.add('echo')
  const tooShort = 1
  const wrongs: [Parameters<Scene['add']>[1], RegExp][] = [
    [{ name: ' ' }, /^Refusal: The name must/],
    [{ name: '-x' }, /^Refusal: The name must/],
    [{ name: 'x\u001b[31m' }, /^Refusal: The name must/],
    [{ name: 'x'.repeat(61) }, /^Refusal: The name must/],
    [{ name: 'job' }, /has a scheduled task job already/],
    [{ name: 'b', schedule: 'often' }, /^Refusal: The schedule must/],
    [{ name: 'b', schedule: '0 0 31 2 *' }, /never comes/],
    [{ name: 'b', timeout: tooShort }, /^Refusal: The timeout must be between 10 s and 1 d/],
    [{ name: 'b', command: '' }, /^Refusal: The command must/],
    [{ name: 'b', command: 'a\0b' }, /^Refusal: The command must/],
  ]
  for (const [more, message] of wrongs) await assert.rejects(scene.add('echo', more), message)
})
