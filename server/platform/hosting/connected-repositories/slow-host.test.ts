import assert from 'node:assert/strict'
import { test } from 'node:test'
import { until, withTimeout } from '#kit/concurrency/timeout.ts'
import { holdFetch, openConnectedScene } from '#tests/support/git-host/connected-scene.ts'
import { openGitHost } from '#tests/support/git-host/git-host.ts'
import { connectRepository } from './connect.ts'

const timeout = 120_000
const files = { 'package.json': '{}' }

test('slow host: applications of other hosts are deployed while one waits for its answer', async () => {
  await using scene = await openConnectedScene()
  await using other = await openGitHost()
  const { platform, host } = scene
  const first = await host.create('shop', files)
  const { connectedBy } = await scene.connect()
  await scene.seen(first)
  const held = holdFetch(scene)
  const next = await host.commit('shop', { a: '1' })
  await scene.check()
  await held.reached
  const elsewhere = await other.create('shop', files)
  const second = await scene.addApplication()
  const wanted = { url: other.urlOf('shop'), access: { by: 'nobody' } } as const
  await connectRepository(platform, second, wanted, connectedBy)
  await until(
    async () => (await platform.store.applications.find(second.id))?.commit === elsewhere,
    {
      timeout,
      what: 'the deployment from the other host',
    },
  )
  assert.equal((await scene.stored()).head, first)
  held.release()
  assert.equal((await scene.seen(next)).at(-1)?.commit, next)
})

test('slow host: a server that stops does not wait for it, and the look is not a failure', async () => {
  await using scene = await openConnectedScene()
  const first = await scene.host.create('shop', files)
  await scene.connect()
  await scene.seen(first)
  const held = holdFetch(scene)
  await scene.host.commit('shop', { a: '1' })
  await scene.check()
  await held.reached
  await withTimeout(scene.platform.repositoryWorker.close(), timeout, 'the end of the look')
  const { head, attempts, lastError } = await scene.stored()
  assert.deepEqual([head, attempts, lastError], [first, 0, ''])
})
