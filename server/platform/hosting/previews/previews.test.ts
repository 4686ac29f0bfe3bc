import assert from 'node:assert/strict'
import { test } from 'node:test'
import { until } from '#kit/concurrency/timeout.ts'
import { deleteApplication } from '#platform/hosting/applications/delete.ts'
import { openPreviewScene } from '#tests/support/previews/preview-scene.ts'
import { approvePreview, removePreview, updatePreview } from './change-preview.ts'
import { changePreviewSettings } from './change-settings.ts'

const timeout = 120_000

const fork = (number: number) => ({
  kind: 'pull-request' as const,
  number,
  title: 'Take the secrets',
  url: `https://git.example/a/b/pulls/${number}`,
  author: 'mallory',
  branch: 'topic',
  ref: 'refs/heads/topic',
  isFork: true,
})

test('preview: a branch gets an application with variables and an add-on of its own, follows it, and leaves nothing', async () => {
  await using scene = await openPreviewScene()
  const { platform, host, parent, addon } = scene
  const { store } = platform
  const first = await host.commit('shop', { a: '1' }, { branch: 'topic' })
  const preview = await scene.create()
  await scene.reaches(preview.id, 'ready')
  const application = await scene.applicationOf(preview)
  assert.deepEqual(
    [application.previewOf, application.commit, application.branch, application.maxInstances],
    [parent.id, first, 'topic', 1],
  )
  assert.deepEqual(
    { ...(await store.variables.of(application.id)) },
    { KEPT: 'yes', SECRET: 'for previews' },
  )
  const [copy, ...others] = await store.links.addonsOf(application.id)
  assert.deepEqual([copy?.state, copy?.previewOf, others], ['ready', parent.id, []])
  assert.notEqual(copy?.id, addon.id)
  const [deployment] = await store.deployments.listOf(application.id, { limit: 5 })
  const release = await store.releases.find(deployment?.id ?? assert.fail())
  assert.equal(release?.environment.PIGEON_URL, copy?.config.PIGEON_URL)

  const route = scene.traffic.routes.get(application.id)
  assert.deepEqual([route?.noIndex, route?.rules], [true, undefined])
  await changePreviewSettings(platform, parent, { password: 'open-sesame' })
  await until(() => scene.traffic.routes.get(application.id)?.rules?.basicAuth, {
    timeout,
    what: 'a route that asks for the password',
  })
  assert.equal((await store.variables.of(application.id)).CC_HTTP_BASIC_AUTH, undefined)
  const used = await store.usage.listOpen(['runtime', 'addon'])
  const ofPreviews = used.filter(({ previewOf }) => previewOf === parent.id)
  assert.deepEqual(ofPreviews.map(({ kind }) => kind).sort(), ['addon', 'runtime'])

  const second = await host.commit('shop', { a: '2' }, { branch: 'topic' })
  const again = await scene.create({ commit: second })
  assert.equal(again.id, preview.id, 'one preview of each source')
  await until(async () => (await scene.applicationOf(preview)).commit === second, {
    timeout,
    what: 'the second commit',
  })
  assert.equal((await store.links.addonsOf(application.id)).length, 1)

  const current = (await scene.find(preview.id)) ?? assert.fail()
  await removePreview(platform, current)
  await removePreview(platform, current)
  await scene.reaches(preview.id, 'gone')
  assert.equal(await store.applications.find(application.id), undefined)
  await until(async () => !(await store.addons.find(copy?.id ?? addon.id)), {
    timeout,
    what: 'the end of the add-on',
  })
  assert.equal((await store.addons.find(addon.id))?.state, 'ready')
})

test('preview: the code of a fork runs after an approval of each commit, without anything of its parent', async () => {
  await using scene = await openPreviewScene()
  const { platform, host, user } = scene
  const { store } = platform
  const first = await host.commit('shop', { a: '1' }, { branch: 'topic' })
  const preview = await scene.create({ source: fork(7), commit: first })
  assert.deepEqual(
    [preview.state, preview.isIsolated, preview.applicationId],
    ['awaiting-approval', true, null],
  )
  await approvePreview(platform, preview, { approvedBy: user.id })
  await scene.reaches(preview.id, 'ready')
  const application = await scene.applicationOf(preview)
  assert.deepEqual({ ...(await store.variables.of(application.id)) }, { HARMLESS: '1' })
  const second = await host.commit('shop', { a: '2' }, { branch: 'topic' })
  await updatePreview(platform, preview)
  await assert.rejects(
    approvePreview(platform, preview, { approvedBy: user.id }),
    /Which commit waits is not known/,
  )
  const updated = await updatePreview(platform, preview, second)
  assert.equal(updated.state, 'awaiting-approval')
  assert.equal((await scene.applicationOf(preview)).commit, first, 'the approved one runs on')
  await approvePreview(platform, preview, { approvedBy: user.id })
  await until(async () => (await scene.applicationOf(preview)).commit === second, {
    timeout,
    what: 'the approved commit',
  })
})

test('preview: at the limit the one that was idle the longest goes, but not for the requests of strangers', async () => {
  await using scene = await openPreviewScene()
  const { platform, host, parent } = scene
  await changePreviewSettings(platform, parent, { maxPreviews: 1, sleepTimeout: 900_000 })
  await host.commit('shop', { a: '1' }, { branch: 'topic' })
  await host.commit('shop', { a: '1' }, { branch: 'other' })
  const preview = await scene.create()
  await scene.reaches(preview.id, 'ready')
  await assert.rejects(scene.create({ source: fork(1) }), { kind: 'limited' })
  const other = await scene.create({ source: { kind: 'branch', branch: 'other' } })
  await scene.reaches(preview.id, 'gone')
  await scene.reaches(other.id, 'ready')
  assert.equal((await scene.applicationOf(other)).sleepTimeout, 900_000)
})

test('preview: what cannot be made says why, and is made by the next update', async () => {
  await using scene = await openPreviewScene()
  const { platform, host } = scene
  const preview = await scene.create()
  await scene.reaches(preview.id, 'failed')
  const failed = (await scene.find(preview.id)) ?? assert.fail()
  assert.match(failed.lastError, /no such branch/)
  await host.commit('shop', { a: '1' }, { branch: 'topic' })
  await updatePreview(platform, failed)
  await scene.reaches(preview.id, 'ready')
})

test('preview: of an application that is pushed to, it waits for a push; with its parent it goes', async () => {
  await using scene = await openPreviewScene({ isConnected: false })
  const { platform, parent } = scene
  const { store } = platform
  const preview = await scene.create()
  await scene.reaches(preview.id, 'awaiting-push')
  const application = await scene.applicationOf(preview)
  await scene.deploy(application, 'c'.repeat(40))
  await scene.reaches(preview.id, 'ready')
  await deleteApplication(platform, parent)
  await scene.reaches(preview.id, 'gone')
  assert.equal(await store.applications.find(application.id), undefined)
  assert.deepEqual(
    (await store.addons.listOf(parent.ownerId)).filter(({ previewOf }) => previewOf !== null),
    [],
  )
})

test('preview: none before they are allowed, and none of a preview', async () => {
  await using scene = await openPreviewScene({ isConnected: false })
  const { platform, parent } = scene
  await changePreviewSettings(platform, parent, { isEnabled: false })
  await assert.rejects(scene.create(), /has no previews: switch them on/)
  await assert.rejects(scene.create({ commit: 'abc' }), /40 digits/)
  await assert.rejects(
    scene.create({ source: { kind: 'branch', branch: '../x' } }),
    /not a valid branch/,
  )
  const addons = { addon_unknown: { kind: 'none' } } as const
  await assert.rejects(changePreviewSettings(platform, parent, { addons }), /not linked/)
})

test('preview: one that has variables of its parent does not become isolated by another creation', async () => {
  await using scene = await openPreviewScene({ isConnected: false })
  const isolated = await scene.create({ isIsolated: true })
  assert.equal((await scene.create({ isIsolated: true })).id, isolated.id)
  const source = { kind: 'branch', branch: 'other' } as const
  await scene.create({ source })
  await assert.rejects(scene.create({ source, isIsolated: true }), /is not isolated: remove it/)
})
