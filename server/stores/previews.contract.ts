import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { PreviewSource } from '#platform/model/hosting/previews/preview.ts'
import type { PreviewSettings } from '#platform/model/hosting/previews/preview-settings.ts'
import type { Store } from '#platform/model/store.ts'
import { aPreview } from '#tests/support/previews/a-preview.ts'
import { addApplication } from './store.contract.ts'

const pullRequest: PreviewSource = {
  kind: 'pull-request',
  number: 7,
  title: 'Say “héllo”',
  url: 'https://git.example/a/b/pulls/7',
  author: 'ada',
  branch: 'topic',
  ref: 'refs/pull/7/head',
  isFork: true,
}

/** Contract of every store for previews. `open` returns an empty store. */
export function previewsContract(name: string, open: () => Promise<Store>): void {
  test(`${name}: a parent has one preview of each source, and those of others are apart`, async () => {
    const store = await open()
    const { previews } = store
    const branch = aPreview({ createdAt: 2 })
    const request = aPreview({
      source: pullRequest,
      sourceKey: 'pull-request 7',
      isIsolated: true,
      applicationId: 'app_1',
    })
    const other = aPreview({ parentId: 'app_other', ownerId: 'orga_2' })
    for (const each of [branch, request, other]) assert.equal(await previews.add(each), true)
    assert.equal(await previews.add(aPreview()), false)
    assert.deepEqual(await previews.find(request.id), request)
    assert.deepEqual(await previews.listOf('app_parent'), [request, branch])
    assert.deepEqual(await previews.listOfOwner('orga_2'), [other])
    assert.equal((await previews.listAll()).length, 3)
    assert.deepEqual(await previews.findByApplication('app_1'), request)
    const found = await previews.findBySource('app_parent', 'pull-request 7')
    assert.deepEqual(found, request)
    await previews.remove(request.id)
    assert.equal(await previews.findBySource('app_parent', 'pull-request 7'), undefined)
    await store.close()
  })

  test(`${name}: a preview changes only in the states that a change is for`, async () => {
    const store = await open()
    const { previews } = store
    const preview = aPreview()
    await previews.add(preview)
    assert.equal(await previews.change(preview.id, ['ready'], { lastError: 'no' }), false)
    const change = {
      state: 'removing',
      sourceKey: preview.id,
      applicationId: 'app_1',
      addons: [{ of: 'addon_1', addonId: 'addon_2' }],
      isOutdated: false,
      commit: 'c'.repeat(40),
    } as const
    assert.equal(await previews.change(preview.id, ['creating', 'failed'], change), true)
    assert.deepEqual(await previews.find(preview.id), { ...preview, ...change })
    assert.equal(await previews.add(aPreview()), true)
    await store.close()
  })

  test(`${name}: settings of previews are replaced, and go with their application`, async () => {
    const store = await open()
    const { previewSettings } = store
    const { id } = await addApplication(store)
    assert.equal(await previewSettings.find(id), undefined)
    const settings: PreviewSettings = {
      applicationId: id,
      isEnabled: true,
      pullRequests: false,
      maxPreviews: 5,
      idleTimeout: 3_000_000_000,
      sleepTimeout: null,
      flavor: 'S',
      runsCrons: false,
      isolatedVariables: {},
      variables: { KEY: 'test' },
      addons: { addon_1: { kind: 'backup', backupId: 'b', planId: null } },
      password: 'a password',
    }
    await previewSettings.put({ ...settings, isEnabled: false, password: null })
    await previewSettings.put(settings)
    assert.deepEqual(await previewSettings.find(id), settings)
    await store.applications.remove(id)
    assert.equal(await previewSettings.find(id), undefined)
    await store.close()
  })
}
