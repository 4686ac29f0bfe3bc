import assert from 'node:assert/strict'
import { mkdtemp, rm, utimes } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { commitBranch } from '#git/commit-files.ts'
import { createGit } from '#git/git.ts'
import { createReplication } from '#git/replication/replicated.ts'
import { createRepository, headOf, repositoryPath } from '#git/repository.ts'
import { systemClock } from '#kit/concurrency/clock.ts'
import { newId } from '#kit/text/ids.ts'
import { openObjectFiles } from '#stores/objects/object-files.ts'
import { addApplication } from '#stores/store.contract.ts'
import { openTestStore } from '#tests/support/platform/test-store.ts'
import { publishUnpublished, removeOrphanedRepositories } from './tidy-repositories.ts'

async function open() {
  const root = await mkdtemp(join(tmpdir(), 'berth-tidy-'))
  const store = await openTestStore()
  const objects = openObjectFiles(join(root, 'objects'))
  const serverIn = (name: string) => {
    const repositories = { folder: join(root, name), git: createGit() }
    const parts = { repositories, store, objects, clock: systemClock, log: () => {} }
    return { ...repositories, store, replication: createReplication(parts) }
  }
  return {
    store,
    serverIn,
    async [Symbol.asyncDispose]() {
      await store.close()
      await rm(root, { recursive: true })
    },
  }
}

test('repositories: one from before replication is published once, and restored by another server', async () => {
  await using opened = await open()
  const [one, other] = [opened.serverIn('one'), opened.serverIn('other')]
  const { id } = await addApplication(opened.store)
  const empty = await addApplication(opened.store)
  for (const each of [id, empty.id]) await createRepository(one, each)
  const commit = await commitBranch(one, id, {
    branch: 'master',
    message: 'first\n',
    files: new Map([['a.txt', Buffer.from('a')]]),
    date: 0,
  })
  await publishUnpublished(one)
  await publishUnpublished(one)
  assert.equal(await opened.store.repositoryBundles.newestOf(id), 1)
  assert.equal(await opened.store.repositoryBundles.newestOf(empty.id), 0)
  await other.replication.catchUp(id)
  assert.equal(await headOf(other, id, 'master'), commit)
})

test('repositories: the copy of a deleted application goes, unless it is new', async () => {
  await using opened = await open()
  const one = opened.serverIn('one')
  const kept = await addApplication(opened.store)
  const [gone, fresh] = [newId('app'), newId('app')]
  for (const id of [kept.id, gone, fresh]) await createRepository(one, id)
  const old = new Date(Date.now() - 7_200_000)
  for (const id of [kept.id, gone]) await utimes(repositoryPath(one.folder, id), old, old)
  await removeOrphanedRepositories(one, Date.now())
  const isThere = async (id: typeof gone) => !(await createRepository(one, id))
  assert.deepEqual(
    [await isThere(kept.id), await isThere(gone), await isThere(fresh)],
    [true, false, true],
  )
})
