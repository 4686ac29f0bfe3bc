import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { RepositoryBundle } from '#platform/model/hosting/deployments/repository-bundle.ts'
import type { ApplicationId } from '#platform/model/ids.ts'
import type { Store } from '#platform/model/store.ts'
import { addApplication } from './store.contract.ts'

const bundle = (applicationId: ApplicationId, number: number): RepositoryBundle => ({
  applicationId,
  number,
  objectKey: `repositories/${applicationId}/${number}`,
  bytes: 3_000_000_000,
  sha256: 'ab',
  refs: { 'refs/heads/master': 'c'.repeat(40) },
  shallow: '',
  createdAt: 5,
})

/** Contract of every store for bundles of repositories. `open` returns an empty store. */
export function repositoryBundlesContract(name: string, open: () => Promise<Store>): void {
  test(`${name}: bundles of a repository are kept by number, replaced, and go with it`, async () => {
    const store = await open()
    const [one, other] = [await addApplication(store), await addApplication(store)]
    const { repositoryBundles } = store
    assert.equal(await repositoryBundles.newestOf(one.id), 0)
    for (const number of [2, 1, 10]) await repositoryBundles.add(bundle(one.id, number))
    await repositoryBundles.add(bundle(other.id, 1))
    await assert.rejects(repositoryBundles.add(bundle(one.id, 2)))
    const numbers = async () => (await repositoryBundles.listOf(one.id)).map((each) => each.number)
    assert.deepEqual(await numbers(), [1, 2, 10])
    assert.equal(await repositoryBundles.newestOf(one.id), 10)
    assert.deepEqual((await repositoryBundles.listOf(one.id))[0], bundle(one.id, 1))
    await repositoryBundles.removeBefore(one.id, 10)
    assert.deepEqual(await numbers(), [10])
    await store.applications.remove(one.id)
    assert.deepEqual(await numbers(), [])
    assert.equal((await repositoryBundles.listOf(other.id)).length, 1)
    await store.close()
  })
}
