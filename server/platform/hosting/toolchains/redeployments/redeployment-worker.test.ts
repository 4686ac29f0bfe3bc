import assert from 'node:assert/strict'
import { test } from 'node:test'
import { until } from '#kit/concurrency/timeout.ts'
import { setVariable } from '#platform/hosting/applications/variables.ts'
import type { Application } from '#platform/model/hosting/application.ts'
import type { RedeploymentItemState } from '#platform/model/hosting/toolchains/rolling-redeployment.ts'
import { commitOf, openTestPlatform, type TestPlatform } from '#tests/support/platform/platform.ts'
import { createRedeploymentWorker } from './redeployment-worker.ts'
import { beginRedeployment, readRedeployment, stopRedeployment } from './rolling-redeployment.ts'

const recipeWith = (version: string) => JSON.stringify({ tools: [{ name: 'node', version }] })

/** Applications on an outdated Node, whose next deployment gets a newer one. */
async function openStage(count: number) {
  const stage = await openTestPlatform()
  const applications: Application[] = []
  for (let index = 0; index < count; index += 1) {
    const application = await stage.application({ environment: { RECIPE: recipeWith('22.20.0') } })
    await stage.deploy(application, commitOf('1'))
    await setVariable(stage.platform, application, 'RECIPE', recipeWith('22.23.3'))
    applications.push(application)
  }
  return { stage, applications, platform: stage.platform }
}

const operator = 'user_operator' as const
const limits = { concurrency: 1, maxFailures: 1 }

/** Waits until so many applications are in a state. */
const reached = ({ platform }: TestPlatform, state: RedeploymentItemState, count: number) =>
  until(
    async () => {
      const progress = await readRedeployment(platform)
      return (progress?.counts.get(state) ?? 0) >= count && progress
    },
    { timeout: 120_000, every: 20, what: `${count} applications that are ${state}` },
  )

test('rolling redeployment: a second one is refused while the first runs', async () => {
  await using stack = new AsyncDisposableStack()
  const { stage, platform } = await openStage(1)
  stack.use(stage)
  await platform.redeploymentWorker.close()
  await beginRedeployment(platform, operator, limits)
  await assert.rejects(beginRedeployment(platform, operator, limits), { kind: 'conflict' })
  await stopRedeployment(platform)
  await stopRedeployment(platform)
  assert.equal((await readRedeployment(platform))?.state, 'stopped')
  await beginRedeployment(platform, operator, limits)
})

test('rolling redeployment: the next server goes on with it, and deploys no application twice', async () => {
  await using stack = new AsyncDisposableStack()
  const { stage, platform, applications } = await openStage(3)
  stack.use(stage)
  await beginRedeployment(platform, operator, limits)
  await reached(stage, 'live', 1)
  await platform.redeploymentWorker.close()
  const next = createRedeploymentWorker({
    platform: () => platform,
    onBug: (error) => stage.bugs.push(error),
  })
  stack.defer(() => next.close())
  next.begin()
  const { counts } = await reached(stage, 'live', 3)
  assert.deepEqual([...counts], [['live', 3]])
  for (const { id } of applications)
    assert.equal((await platform.store.deployments.listOf(id, {})).length, 2)
})

test('rolling redeployment: after a stop no further application begins', async () => {
  await using stack = new AsyncDisposableStack()
  const { stage, platform } = await openStage(2)
  stack.use(stage)
  await platform.redeploymentWorker.close()
  await beginRedeployment(platform, operator, limits)
  await stopRedeployment(platform)
  const next = createRedeploymentWorker({
    platform: () => platform,
    onBug: (error) => stage.bugs.push(error),
  })
  next.begin()
  await next.close()
  const progress = await readRedeployment(platform)
  assert.equal(progress?.state, 'stopped')
  assert.deepEqual([...progress.counts], [['unplanned', 2]])
})

test('rolling redeployment: an application that would get the same, or does not run any more, is skipped', async () => {
  await using stack = new AsyncDisposableStack()
  const { stage, platform, applications } = await openStage(2)
  stack.use(stage)
  const [pinned, stopped] = applications
  await setVariable(platform, pinned ?? assert.fail(), 'RECIPE', recipeWith('22.20.0'))
  await platform.redeploymentWorker.close()
  await beginRedeployment(platform, operator, limits)
  await platform.store.applications.setWanted((stopped ?? assert.fail()).id, 'down')
  const next = createRedeploymentWorker({
    platform: () => platform,
    onBug: (error) => stage.bugs.push(error),
  })
  stack.defer(() => next.close())
  next.begin()
  const done = await until(
    async () => {
      const progress = await readRedeployment(platform)
      return progress?.state === 'done' && progress
    },
    { timeout: 120_000, every: 20, what: 'the end' },
  )
  assert.equal(done.counts.get('skipped'), 2)
})

test('rolling redeployment: an application that cannot be planned fails alone', async () => {
  await using stack = new AsyncDisposableStack()
  const { stage, platform, applications } = await openStage(2)
  stack.use(stage)
  await platform.redeploymentWorker.close()
  await beginRedeployment(platform, operator, { concurrency: 1, maxFailures: 2 })
  const { outdatedApplications } = platform
  const bugs: unknown[] = []
  const next = createRedeploymentWorker({
    platform: () => ({
      ...platform,
      outdatedApplications: {
        ...outdatedApplications,
        async plan(outdated) {
          if (outdated.application.id === applications[0]?.id)
            throw new Error('a broken repository')
          return outdatedApplications.plan(outdated)
        },
      },
    }),
    onBug: (error) => bugs.push(error),
  })
  stack.defer(() => next.close())
  next.begin()
  const { counts } = await reached(stage, 'live', 1)
  assert.equal(counts.get('failed'), 1)
  assert.equal(bugs.length, 1)
})
