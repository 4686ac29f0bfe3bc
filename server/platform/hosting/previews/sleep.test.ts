import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openPreviewScene } from '#tests/support/previews/preview-scene.ts'
import { changePreviewSettings } from './change-settings.ts'

test('preview: its application falls asleep after the time of the settings', async () => {
  await using scene = await openPreviewScene()
  const { platform, host, parent } = scene
  await changePreviewSettings(platform, parent, { sleepTimeout: 900_000 })
  await host.commit('shop', { a: '1' }, { branch: 'topic' })
  const preview = await scene.create()
  await scene.reaches(preview.id, 'ready')
  assert.equal((await scene.applicationOf(preview)).sleepTimeout, 900_000)
})
