import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { isRunEnded, type RunWithOutput } from '#client/resources/runs.ts'
import { until } from '#kit/concurrency/timeout.ts'
import { PushedApplication, webServer } from '#tests/support/applications/pushed-application.ts'
import { TestBerth } from '#tests/support/platform/berth.ts'

const timeout = 180_000

describe('bad input of one-off commands', () => {
  let berth: TestBerth
  let application: PushedApplication
  before(async () => {
    berth = await TestBerth.start()
    application = await PushedApplication.create(berth, 'abused')
    assert.equal((await application.deploy(webServer('hello'))).state, 'OK')
  })
  after(() => berth[Symbol.asyncDispose]())

  const runs = () => berth.client.runs
  const begin = async (...command: string[]) =>
    runs().start(application.record, { command, detached: true })
  const state = (id: string, wanted: (run: RunWithOutput) => boolean, what: string) =>
    until(
      async () => {
        const run = await runs().get(application.record, id)
        return wanted(run) && run
      },
      { timeout, every: 200, what },
    )
  const running = (id: string) => state(id, (run) => run.state === 'running', 'the begin of a run')
  const ended = (id: string) => state(id, isRunEnded, 'the end of a run')

  /** Folders of instances: that of the application, and those of runs. */
  const folders = async () => (await readdir(join(berth.data, 'engine', 'instances'))).length
  const isClean = () =>
    until(async () => (await folders()) === 1, { timeout, every: 200, what: 'nothing left' })

  test('one that prints for ever costs others nothing, and its log has an end', async () => {
    const { id } = await begin('yes')
    await running(id)
    await until(async () => (await runs().get(application.record, id)).outputEnd > 200_000, {
      timeout,
      every: 100,
      what: 'output',
    })
    assert.equal((await application.visit()).body, 'hello')
    const stopped = await runs().stop(application.record, id)
    assert.equal(stopped.state, 'stopped')
    assert.equal(stopped.output.length, 64 * 1024)
    assert.equal(stopped.isCut, true)
    await isClean()
  })

  test('one that ignores signals, and what it has left behind, is killed', async () => {
    const { id } = await begin(
      'trap "" TERM HUP INT; (trap "" TERM HUP; setsid sleep 1000 &) ; echo up; while :; do sleep 0.2; done',
    )
    await until(async () => (await runs().get(application.record, id)).output === 'up\n', {
      timeout,
      every: 100,
      what: 'its begin',
    })
    const stopped = await runs().stop(application.record, id)
    assert.deepEqual([stopped.state, stopped.exitCode], ['stopped', 137])
    await isClean()
  })

  test('one whose client is killed ends within two minutes', async () => {
    const program = new URL('../../bin/berth', import.meta.url).pathname
    const { folder, env } = application.project
    const child = spawn(program, ['run', 'sleep', '1000'], { cwd: folder, env, stdio: 'ignore' })
    const found = await until(
      async () => (await runs().list(application.record)).find((run) => run.state === 'running'),
      { timeout, every: 200, what: 'the run' },
    )
    child.kill('SIGKILL')
    const { state, reason } = await ended(found.id)
    assert.deepEqual([state, reason], ['interrupted', 'The connection of its client was lost.'])
    await isClean()
  })

  test('of 100 at once as many run as an application may have', async () => {
    const all = await Promise.allSettled(Array.from({ length: 100 }, () => begin('sleep 1000')))
    const begun = all.flatMap((each) => (each.status === 'fulfilled' ? [each.value.id] : []))
    assert.ok(begun.length > 0 && begun.length <= 10)
    assert.equal((await application.visit()).body, 'hello')
    await Promise.all(begun.map((id) => runs().stop(application.record, id)))
    await isClean()
  })

  test('rubbish is refused with a sentence', async () => {
    const wrong = [{}, { command: 'ls' }, { command: [] }, { command: [''] }, { command: ['a\0'] }]
    for (const body of wrong)
      await assert.rejects(runs().start(application.record, body as never), /400|must/)
    const { id } = await begin('\u001b]0;title\u0007 $(exit 1) \u{1F4A5} "')
    assert.equal((await ended(id)).state, 'failed')
    await assert.rejects(runs().get(application.record, 'run_'), /There is no run/)
  })

  test('one that a killed server has left is recorded, and nothing of it stays', async () => {
    const { id } = await begin('echo so far; sleep 1000')
    await running(id)
    await berth.signal('SIGKILL')
    await berth.start()
    const { state, reason } = await ended(id)
    assert.deepEqual(
      [state, reason],
      ['interrupted', 'The platform was restarted while it was running.'],
    )
    await isClean()
    assert.equal((await application.visit()).body, 'hello')
  })
})
