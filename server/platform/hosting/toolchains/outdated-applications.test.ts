import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setImmediate } from 'node:timers/promises'
import { setVariable } from '#platform/hosting/applications/variables.ts'
import type { Platform } from '#platform/platform.ts'
import { commitOf, openTestPlatform } from '#tests/support/platform/platform.ts'

const RECIPE = JSON.stringify({ tools: [{ name: 'node', version: '22.20.0' }] })

/** The whole list, planned. */
async function listPlanned({ outdatedApplications }: Pick<Platform, 'outdatedApplications'>) {
  const found = await outdatedApplications.list()
  return Promise.all(found.map((each) => outdatedApplications.plan(each)))
}

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
  const lists = await Promise.all([listPlanned(stage.platform), listPlanned(stage.platform)])
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
  await assert.rejects(listPlanned(stage.platform), /took too long/, 'a bug is not hidden')
  mock.method(AbortSignal, 'timeout', () => AbortSignal.abort())
  const list = await listPlanned(stage.platform)
  assert.deepEqual(
    list.map(({ tools }) => tools.map(({ next }) => next)),
    [[null], [null]],
  )
})

test('outdated applications: one is planned again only after its variables or the catalogue have changed', async () => {
  let plans = 0
  await using stage = await openStage(async () => void plans++)
  const { platform } = stage
  await listPlanned(platform)
  await listPlanned(platform)
  assert.equal(plans, 2)
  const [first] = await platform.outdatedApplications.list()
  await setVariable(platform, first?.application ?? assert.fail(), 'COLOUR', 'red')
  await listPlanned(platform)
  assert.equal(plans, 3)
  await platform.toolchains.refresh()
  await listPlanned(platform)
  assert.equal(plans, 5)
})

test('outdated applications: the recipe of a release is read once', async () => {
  await using stage = await openStage(async () => {})
  const { platform } = stage
  const asked: number[] = []
  const { recipesOf } = platform.store.releases
  platform.store.releases.recipesOf = (ids) => {
    asked.push(ids.length)
    return recipesOf(ids)
  }
  await platform.outdatedApplications.list()
  await platform.outdatedApplications.list()
  assert.deepEqual(asked, [2])
})
