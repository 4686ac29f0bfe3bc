import assert from 'node:assert/strict'
import { test } from 'node:test'
import { updatePreview } from '#platform/hosting/previews/change-preview.ts'
import { changePreviewSettings } from '#platform/hosting/previews/change-settings.ts'
import { linkAddon } from '#platform/marketplace/addons/links/link.ts'
import type { PlanId, PreviewId } from '#platform/model/ids.ts'
import { openPreviewScene } from '#tests/support/previews/preview-scene.ts'

const backup = (id: string, day: number, status = 'success') => ({
  id,
  status,
  date: `2026-03-0${day}T00:00:00Z`,
  size: 1,
})

/** A preview scene whose provider has back-ups, and begins an add-on with one of them. */
async function openBackupScene({ options = ['restore', 'size'] } = {}) {
  const scene = await openPreviewScene()
  const { platform, service, host, addon } = scene
  const { store } = platform
  const { manifest } = (await store.providers.find(addon.providerId)) ?? assert.fail()
  const api = { ...manifest.api, options }
  await store.providers.change(addon.providerId, { manifest: { ...manifest, api } })
  let backups: unknown[] = [backup('old', 1), backup('new', 2), backup('running', 3, 'running')]
  service.behave(({ method, path }, honest) =>
    method === 'GET' && path.endsWith('/backups') ? { status: 200, body: backups } : honest(),
  )
  await host.commit('shop', { a: '1' }, { branch: 'topic' })
  const orderOf = async (id: PreviewId) => {
    const [copy, ...others] = (await scene.find(id))?.addons ?? []
    assert.deepEqual(others, [])
    return (copy && (await store.addons.find(copy.addonId))) ?? assert.fail()
  }
  return {
    ...scene,
    orderOf,
    haveBackups: (wanted: unknown[]) => {
      backups = wanted
    },
    rule: (backupId: string, planId: PlanId | null = null) =>
      changePreviewSettings(platform, scene.parent, {
        addons: { [addon.id]: { kind: 'backup', backupId, planId } },
      }),
  }
}

test('preview: its add-on begins with the named back-up, in the plan that it was made in', async () => {
  await using scene = await openBackupScene()
  const { service, addon } = scene
  await scene.rule('old')
  const preview = await scene.create()
  await scene.reaches(preview.id, 'ready')
  const copy = await scene.orderOf(preview.id)
  assert.deepEqual({ ...copy.options }, { restore: `${addon.realId}/old` })
  assert.equal(copy.planId, addon.planId)
  const ordered = service.visits.find(({ body }) => body?.addon_id === copy.id)
  assert.deepEqual(ordered?.body.options, { restore: `${addon.realId}/old` })
})

test('preview: the latest back-up is the newest complete one when it is made, in a plan of its own', async () => {
  await using scene = await openBackupScene()
  const { addon, plan2 } = scene
  await scene.rule('latest', plan2.id)
  scene.haveBackups([backup('old', 1), backup('newest', 4), backup('running', 5, 'running')])
  const preview = await scene.create()
  await scene.reaches(preview.id, 'ready')
  const copy = await scene.orderOf(preview.id)
  assert.deepEqual([copy.options.restore, copy.planId], [`${addon.realId}/newest`, plan2.id])
})

test('preview: an isolated one gets no back-up, neither by the settings nor by the order of the original', async () => {
  await using scene = await openBackupScene()
  const { platform, host, addon, parent } = scene
  await scene.rule('old')
  const isolated = await scene.create({ isIsolated: true })
  await scene.reaches(isolated.id, 'ready')
  assert.deepEqual({ ...(await scene.orderOf(isolated.id)).options }, {})

  // The original began with a back-up itself: its options are those of the copy otherwise.
  await platform.store.links.remove(addon.id, parent.id)
  const options = { restore: 'r-elsewhere/secret', size: 'small' }
  const restored = await scene.order({ name: 'restored', options })
  await linkAddon(platform, restored, parent)
  await host.commit('shop', { a: '1' }, { branch: 'other' })
  const other = await scene.create({ source: { kind: 'branch', branch: 'other' } })
  await scene.reaches(other.id, 'ready')
  assert.deepEqual({ ...(await scene.orderOf(other.id)).options }, { size: 'small' })
})

test('preview: one whose back-up has gone has failed with a sentence, without an add-on, until there is another', async () => {
  await using scene = await openBackupScene()
  const { platform } = scene
  await scene.rule('old')
  scene.haveBackups([backup('new', 2)])
  const preview = await scene.create()
  await scene.reaches(preview.id, 'failed')
  const failed = (await scene.find(preview.id)) ?? assert.fail()
  assert.match(
    failed.lastError,
    /my pigeons has no complete back-up "old": `berth database backups`/,
  )
  assert.deepEqual(failed.addons, [])
  await scene.rule('new')
  await updatePreview(platform, failed)
  await scene.reaches(preview.id, 'ready')
})

test('preview: a back-up that nothing could begin with is refused by the settings', async () => {
  await using scene = await openBackupScene()
  await assert.rejects(scene.rule('running'), /no complete back-up "running"/)
  await assert.rejects(scene.rule(''), /no complete back-up ""/)
  scene.haveBackups([])
  await assert.rejects(scene.rule('latest'), /my pigeons has no complete back-up: `berth/)
  await using other = await openBackupScene({ options: ['size'] })
  await assert.rejects(other.rule('new'), /Pigeons cannot restore a back-up into another add-on/)
})
