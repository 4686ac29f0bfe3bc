import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setImmediate } from 'node:timers/promises'
import { commitOf, openTestPlatform } from '#tests/support/platform/platform.ts'
import { listOutdated } from './outdated-applications.ts'

const RECIPE = JSON.stringify({ tools: [{ name: 'node', version: '22.20.0' }] })

/** A platform with applications on an outdated Node, whose planning from then on is `plan`. */
async function openStage(plan: () => Promise<void>) {
  const stage = await openTestPlatform()
  for (const digit of ['1', '2']) {
    const application = await stage.application({ environment: { RECIPE } })
    await stage.deploy(application, commitOf(digit))
  }
  const { platform } = stage
  platform.runtimes = platform.runtimes.map((runtime) => ({
    ...runtime,
    async recipe(...question) {
      await plan()
      return runtime.recipe(...question)
    },
  }))
  return stage
}

test('outdated applications: one is planned at a time, however many ask for the list', async () => {
  let running = 0
  let most = 0
  await using stage = await openStage(async () => {
    running += 1
    most = Math.max(most, running)
    await setImmediate()
    running -= 1
  })
  const lists = await Promise.all([listOutdated(stage.platform), listOutdated(stage.platform)])
  for (const list of lists)
    assert.deepEqual(
      list.map(({ tools }) => tools.map(({ next }) => next)),
      [['22.20.0'], ['22.20.0']],
    )
  assert.equal(most, 1)
})

test('outdated applications: one whose planning takes too long hides none of the others', async ({
  mock,
}) => {
  await using stage = await openStage(() => Promise.reject(new Error('it took too long')))
  await assert.rejects(listOutdated(stage.platform), /took too long/, 'a bug is not hidden')
  mock.method(AbortSignal, 'timeout', () => AbortSignal.abort())
  const list = await listOutdated(stage.platform)
  assert.deepEqual(
    list.map(({ tools }) => tools.map(({ next }) => next)),
    [[null], [null]],
  )
})
