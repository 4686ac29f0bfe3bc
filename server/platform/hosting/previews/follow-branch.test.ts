import assert from 'node:assert/strict'
import { test } from 'node:test'
import { until } from '#kit/concurrency/timeout.ts'
import { receiveDelivery } from '#platform/hosting/connected-repositories/webhooks/receive-delivery.ts'
import { getRepositoryWebhook } from '#platform/hosting/connected-repositories/webhooks/webhook.ts'
import { openPreviewScene } from '#tests/support/previews/preview-scene.ts'

const timeout = 120_000

/** A preview scene that never polls, and whose host announces pushes. */
async function openAnnouncedScene() {
  const scene = await openPreviewScene()
  const { platform, parent, host } = scene
  platform.policies.repositoryInterval = 3_600_000
  const { secret } = await getRepositoryWebhook(platform, parent.id)
  return {
    ...scene,
    announce: (branch: string, after: string) =>
      receiveDelivery(platform, parent.id, {
        header: (name) =>
          ({ 'x-gitlab-event': 'Push Hook', 'x-gitlab-token': secret })[name] ?? undefined,
        body: Buffer.from(JSON.stringify({ ref: `refs/heads/${branch}`, after })),
        from: '203.0.113.7',
      }),
    remove: (branch: string) => host.git('shop', 'push', '--quiet', 'origin', `:${branch}`),
  }
}

test('preview of a branch: an announced push is deployed at once, and its announced end removes it', async () => {
  await using scene = await openAnnouncedScene()
  const { host } = scene
  await host.commit('shop', { a: '1' }, { branch: 'topic' })
  const preview = await scene.create()
  await scene.reaches(preview.id, 'ready')
  const second = await host.commit('shop', { a: '2' }, { branch: 'topic' })
  // What is shown comes from the repository, whatever the host says.
  const { outcome, reason } = await scene.announce('topic', 'f'.repeat(40))
  assert.deepEqual([outcome, reason], ['accepted', 'Previews are looked at: topic.'])
  await until(async () => (await scene.applicationOf(preview)).commit === second, {
    timeout,
    what: 'the second commit',
  })
  await scene.remove('topic')
  await scene.announce('topic', '0'.repeat(40))
  await scene.reaches(preview.id, 'gone')
})

test('preview of a branch: one that has failed begins again when its branch is pushed', async () => {
  await using scene = await openAnnouncedScene()
  const preview = await scene.create()
  await scene.reaches(preview.id, 'failed')
  const commit = await scene.host.commit('shop', { a: '1' }, { branch: 'topic' })
  await scene.announce('topic', commit)
  await scene.reaches(preview.id, 'ready')
})

test('preview of a branch: a look that sees the deployed branch move looks at it as well', async () => {
  await using scene = await openAnnouncedScene()
  const { host, platform } = scene
  await host.commit('shop', { a: '1' }, { branch: 'topic' })
  const preview = await scene.create()
  await scene.reaches(preview.id, 'ready')
  await scene.remove('topic')
  platform.repositoryWorker.begin()
  await scene.announce('main', await host.commit('shop', { a: '1' }))
  await scene.reaches(preview.id, 'gone')
  await platform.repositoryWorker.close()
})
