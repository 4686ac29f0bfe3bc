import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { describe, test } from 'node:test'
import type { Capability } from '#engines/process/capabilities.ts'
import { until, withTimeout } from '#kit/concurrency/timeout.ts'
import type { StartedInstance } from '#platform/model/hosting/deployments/engine.ts'
import type { Recipe } from '#platform/model/hosting/recipe/recipe.ts'
import {
  sampleBuild,
  sampleRecipe,
  sampleStart,
} from '#tests/support/applications/sample-application.ts'
import { openTestEngine } from '#tests/support/engine/process-engine.ts'
import { answerOf, ask, isReachable } from '#tests/support/engine/recorded-instances.ts'

const modes: [string, Capability[]][] = [
  ['isolated', []],
  ['in a sandbox without limits', ['limits']],
  ['as another user only', ['sandbox', 'network', 'limits']],
  ['on a machine that can isolate nothing', ['users', 'sandbox', 'network', 'limits']],
]
const shell = (text: string): [string, ...string[]] => ['sh', '-c', text]
const limited = () => AbortSignal.timeout(120_000)

for (const [mode, without] of modes) {
  describe(`processes beside an instance, ${mode}`, () => {
    test('workers are restarted after a crash, write to the log, and end with the instance, with their children', async () => {
      await using opened = await openTestEngine({ without })
      const { engine, seen, folder } = opened
      const mark = randomUUID()
      const linger = `setsid sh -c 'trap "" TERM; while :; do sleep 0.1; done' ${mark} & echo up; sleep 0.3; exit 4`
      const workers: Recipe['workers'] = [
        { command: shell(linger), restart: 'on-failure', delay: 100 },
        {
          command: shell(
            `trap "echo worker told; exit" TERM; echo steady; while :; do sleep 0.05; done`,
          ),
          restart: 'always',
          delay: 100,
        },
      ]
      const recipe = { ...sampleRecipe, workers }
      const artifact = await engine.build(sampleBuild())
      const { address } = await engine.start(sampleStart(artifact, 'one', {}, { recipe }))
      await answerOf(address)
      await seen.line('one', 'steady')
      await until(() => seen.linesOf('one').filter((line) => line === 'up').length >= 2, {
        timeout: 300_000,
        what: 'the second start of the worker',
      })
      assert.equal(await engine.isRunning('one'), true)
      assert.deepEqual(seen.exits, [])
      await engine.stop('one', 2000)
      // A shell that is killed after its child may print the last line.
      assert.ok(seen.linesOf('one').includes('worker told'))
      assert.equal(await isReachable(address), false)
      assert.deepEqual(processesWith(mark), [])
      assert.deepEqual(readdirSync(join(folder, 'instances')), [])
    })

    test('workers end with a command that crashes, and are restarted with it', async () => {
      await using opened = await openTestEngine({ without })
      const { engine, seen } = opened
      const mark = randomUUID()
      const text = `echo steady; exec tail -f /dev/null ${mark} 2>&1`
      const workers: Recipe['workers'] = [{ command: shell(text), restart: 'never', delay: 100 }]
      const recipe = { ...sampleRecipe, workers }
      const artifact = await engine.build(sampleBuild())
      const started = await engine.start(sampleStart(artifact, 'one', {}, { recipe }))
      await answerOf(started.address)
      await seen.line('one', 'steady')
      await ask(started.address, '/exit/6')
      assert.equal((await seen.exit('one')).code, 6)
      assert.deepEqual(processesWith(mark), [])
      await answerOf((await engine.revive(started)).address)
      await until(() => seen.linesOf('one').filter((line) => line === 'steady').length === 2, {
        timeout: 300_000,
        what: 'the worker',
      })
    })

    test('an exec shares the files and network of its instance, which outlives it', async () => {
      await using opened = await openTestEngine({ without })
      const { engine, seen } = opened
      const mark = randomUUID()
      const artifact = await engine.build(sampleBuild())
      const started = await engine.start(sampleStart(artifact, 'one', { WHO: 'me' }))
      await answerOf(started.address)
      const script = `fetch('http://127.0.0.1:' + process.env.PORT).then(async (answer) =>
        console.log('finds ' + (await answer.json()).environment.WHO + ' ' + process.env.WHO))`
      assert.equal(await engine.run(started, ['node', '-e', script], limited()), 0)
      await seen.line('one', 'finds me me')
      const leaving = `setsid tail -f /dev/null ${mark} > /dev/null 2>&1 & echo > left; exit 5`
      assert.equal(await engine.run(started, shell(leaving), limited()), 5)
      assert.equal(await engine.run(started, ['test', '-e', 'left'], limited()), 0)
      assert.equal((await answerOf(started.address)).status, 200)
      assert.deepEqual(seen.exits, [])
      await engine.stop('one', 1000)
      assert.deepEqual(processesWith(mark), [])
    })

    test('an exec ends when it is aborted and when the instance is stopped', async () => {
      await using opened = await openTestEngine({ without })
      const { engine, seen, folder } = opened
      const artifact = await engine.build(sampleBuild())
      const started = await engine.start(sampleStart(artifact, 'one'))
      await answerOf(started.address)
      const abort = new AbortController()
      const forever = shell('echo begun; while :; do sleep 1; done')
      const aborted = engine.run(started, forever, abort.signal)
      void seen.line('one', 'begun').then(() => abort.abort(new Error('enough')))
      await assert.rejects(aborted, /^Error: enough$/)
      assert.equal((await answerOf(started.address)).status, 200)

      const stopped = engine.run(started, shell('echo again; while :; do sleep 1; done'), limited())
      const rejected = assert.rejects(stopped, /stopped meanwhile/)
      await seen.line('one', 'again')
      await engine.stop('one', 1000)
      await rejected
      assert.deepEqual(readdirSync(join(folder, 'instances')), [])
    })
  })
}

test('workers: keep running when the server is killed, and the next server adopts them', async () => {
  await using opened = await openTestEngine()
  const main = new URL(import.meta.resolve('#tests/support/engine/engine-main.ts')).pathname
  const server = spawn(process.execPath, [main, opened.folder, 'start-with-worker'], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const [line] = await withTimeout(once(createInterface(server.stdout), 'line'), 60_000, 'a start')
  server.kill('SIGKILL')
  await once(server, 'exit')
  const started = JSON.parse(line) as StartedInstance
  await opened.engine.recover([started])
  const ticks = () => opened.seen.linesOf('one').filter((word) => word === 'tick').length
  const before = ticks()
  await until(() => ticks() > before + 3, { timeout: 300_000, what: 'the worker' })
  await opened.engine.stop('one', 5000)
})

function processesWith(mark: string): string[] {
  return readdirSync('/proc').filter((name) => {
    if (!/^\d+$/.test(name)) return false
    try {
      return readFileSync(`/proc/${name}/cmdline`, 'utf8').includes(mark)
    } catch {
      return false
    }
  })
}
