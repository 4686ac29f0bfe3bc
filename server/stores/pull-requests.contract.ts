import assert from 'node:assert/strict'
import { test } from 'node:test'
import { defaultPreviewSettings } from '#platform/model/hosting/previews/preview-settings.ts'
import {
  type PullRequestComment,
  toldRemoval,
} from '#platform/model/hosting/pull-requests/pull-request-comment.ts'
import { newPullRequestSync } from '#platform/model/hosting/pull-requests/pull-request-sync.ts'
import type { ApplicationId } from '#platform/model/ids.ts'
import type { Store } from '#platform/model/store.ts'
import { aConnectedRepository } from '#tests/support/git-host/a-connected-repository.ts'
import { aPreview } from '#tests/support/previews/a-preview.ts'
import { addApplication } from './store.contract.ts'

const comment = (applicationId: ApplicationId, number: number): PullRequestComment => ({
  applicationId,
  number,
  previewId: 'preview_1',
  commentId: null,
  told: '',
  dueAt: 1,
  attempts: 0,
  lastError: '',
})

/** Contract of every store for pull requests. `open` returns an empty store. */
export function pullRequestsContract(name: string, open: () => Promise<Store>): void {
  test(`${name}: pull requests are followed where they have previews, or are to have them`, async () => {
    const store = await open()
    const { pullRequestSyncs } = store
    const connected = async (pullRequests: boolean) => {
      const { id } = await addApplication(store)
      await store.connectedRepositories.put(aConnectedRepository(id, 'a token'))
      const settings = { ...defaultPreviewSettings(id), isEnabled: true, pullRequests }
      await store.previewSettings.put(settings)
      return id
    }
    const [wanted, branchesOnly, left] = [
      await connected(true),
      await connected(false),
      await connected(false),
    ]
    const { id: unconnected } = await addApplication(store)
    const settings = { ...defaultPreviewSettings(unconnected), isEnabled: true, pullRequests: true }
    await store.previewSettings.put(settings)
    await store.previews.add(aPreview({ parentId: left, sourceKey: 'pull-request 3' }))
    await store.previews.add(aPreview({ parentId: branchesOnly, sourceKey: 'branch main' }))
    const sync = {
      ...newPullRequestSync(left),
      seen: { 3: 'c' },
      checkedAt: 5,
      dueAt: 9,
      attempts: 2,
    }
    await pullRequestSyncs.put({ ...sync, dueAt: 1 })
    await pullRequestSyncs.put(sync)
    assert.deepEqual(await pullRequestSyncs.find(left), sync)
    const mark = { number: 3, isClosed: true, mark: 'x' }
    await store.pullRequestAnnouncements.put({ applicationId: wanted, ...mark })
    const followed = await pullRequestSyncs.listFollowed()
    const byId = new Map(followed.map(({ applicationId, ...each }) => [applicationId, each]))
    assert.deepEqual([...byId.keys()].sort(), [wanted, left].sort())
    const never = { checkedAt: null, dueAt: 0, attempts: 0, isAnnounced: true }
    assert.deepEqual(byId.get(wanted), never)
    assert.deepEqual(byId.get(left), { checkedAt: 5, dueAt: 9, attempts: 2, isAnnounced: false })
    await store.applications.remove(left)
    assert.equal(await pullRequestSyncs.find(left), undefined)
    await store.close()
  })

  test(`${name}: an announcement that was replaced meanwhile is not removed with the one before`, async () => {
    const store = await open()
    const { id: applicationId } = await addApplication(store)
    const { pullRequestAnnouncements } = store
    await pullRequestAnnouncements.put({ applicationId, number: 2, isClosed: false, mark: 'a' })
    await pullRequestAnnouncements.put({ applicationId, number: 5, isClosed: true, mark: 'b' })
    const read = await pullRequestAnnouncements.listOf(applicationId)
    assert.deepEqual(
      read.map(({ number, isClosed }) => [number, isClosed]),
      [
        [2, false],
        [5, true],
      ],
    )
    await pullRequestAnnouncements.put({ applicationId, number: 5, isClosed: false, mark: 'c' })
    await pullRequestAnnouncements.remove(read)
    const [left, ...others] = await pullRequestAnnouncements.listOf(applicationId)
    assert.deepEqual([left?.mark, others], ['c', []])
    await store.close()
  })

  test(`${name}: comments are kept by number, and the oldest finished ones go`, async () => {
    const store = await open()
    const { id } = await addApplication(store)
    const { pullRequestComments } = store
    for (const number of [1, 2, 3]) await pullRequestComments.put(comment(id, number))
    const told = { ...comment(id, 1), commentId: '77', told: toldRemoval }
    await pullRequestComments.put(told)
    await pullRequestComments.put({ ...told, number: 3 })
    assert.deepEqual(await pullRequestComments.find(id, 1), told)
    const unfinished = await pullRequestComments.listUnfinished()
    assert.deepEqual(unfinished, [comment(id, 2)])
    await pullRequestComments.trim(id, 1)
    assert.equal(await pullRequestComments.find(id, 1), undefined)
    assert.notEqual(await pullRequestComments.find(id, 2), undefined, 'it is not finished')
    assert.notEqual(await pullRequestComments.find(id, 3), undefined)
    await store.close()
  })
}
