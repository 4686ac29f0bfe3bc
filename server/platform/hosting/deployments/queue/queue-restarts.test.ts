import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Application } from '#platform/model/hosting/application.ts'
import type { Platform } from '#platform/platform.ts'
import { commitOf, openTestPlatform } from '#tests/support/platform/platform.ts'
import { queueRestarts } from './queue-restarts.ts'
import { enqueue } from './requests.ts'

const [one, two] = [commitOf('1'), commitOf('2')]

/** A running application at commit `one`, on a server whose deployment worker is stopped. */
async function upApplication() {
  const setup = await openTestPlatform()
  const { platform } = setup
  const application = await setup.application()
  await setup.deploy(application, one)
  await platform.queue.close()
  const add = (action: 'deploy' | 'stop', commit: string) =>
    enqueue(platform, application, action, { commit, cause: 'Git', authorId: '' })
  return { ...setup, application, add, another: setup.application }
}

const commitsOf = async ({ store }: Platform, { id }: Application) =>
  (await store.deployments.listOf(id, {})).map(({ commit }) => commit)

test('restart of linked applications: several requests are merged into one', async () => {
  await using setup = await upApplication()
  const { platform, application } = setup
  const ids = [application.id, application.id, 'app_gone'] as const
  const ask = () =>
    platform.store.transaction((store) =>
      platform.restarts.enqueue(store, ids, { cause: 'New values' }),
    )
  const restarted = await Promise.all([1, 2, 3].map(ask))
  assert.deepEqual(restarted.flat(), [application.id])
  assert.deepEqual(await commitsOf(platform, application), [one, one])
  const [restart] = await platform.store.deployments.listOf(application.id, {})
  assert.deepEqual([restart?.cause, restart?.authorId], ['New values', ''])
})

test('restart of linked applications: uses the commit of a newer deployment in progress', async () => {
  await using setup = await upApplication()
  const { platform, application } = setup
  const { id } = (await setup.add('deploy', two)).deployment
  await platform.store.deployments.countAttempt(id)
  assert.deepEqual(await queueRestarts(platform, [application.id], { cause: 'x' }), [
    application.id,
  ])
  assert.deepEqual(await commitsOf(platform, application), [two, two, one])
})

test('restart of linked applications: skips those that are queued, stopping or down', async () => {
  await using setup = await upApplication()
  const { platform, application } = setup
  await setup.add('deploy', two)
  assert.deepEqual(await queueRestarts(platform, [application.id], { cause: 'x' }), [])
  await setup.add('stop', one)
  assert.deepEqual(await queueRestarts(platform, [application.id], { cause: 'x' }), [])
  const fresh = await setup.another()
  assert.deepEqual(await queueRestarts(platform, [fresh.id], { cause: 'x' }), [])
})
