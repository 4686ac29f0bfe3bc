import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { Fixture } from '#git/fixture.contract.ts'
import { hasCommit, repositoryPath } from '#git/repository.ts'
import { systemClock } from '#kit/concurrency/clock.ts'
import type { ApplicationId } from '#platform/model/ids.ts'
import type { ObjectStore } from '#platform/model/object-store.ts'
import { Refusal } from '#platform/model/refusal.ts'
import type { Store } from '#platform/model/store.ts'
import { addApplication } from '#stores/store.contract.ts'
import { createReplication } from './replicated.ts'
import type { Replication } from './replication.ts'

/** What two servers of a test share. */
export interface SharedParts extends AsyncDisposable {
  /** The store as each of the two reaches it. */
  stores: readonly [Store, Store]
  objects: ObjectStore
  /** Makes the object store fail until the returned function is called. */
  breakObjects(): Promise<() => Promise<void>>
}

/** A git listener with repositories of its own. */
class Server extends Fixture {
  replication!: Replication

  async openWith(store: Store, objects: ObjectStore, backend: Fixture): Promise<void> {
    const repositories = () => this.repositories
    const local = {
      git: this.processes,
      get folder() {
        return repositories()
      },
    }
    this.replication = createReplication({
      repositories: local,
      store,
      objects,
      clock: systemClock,
      log: (line) => this.log.push(line),
      maxBundles: 3,
    })
    await this.open({ replication: this.replication, backend: backend.platform.backend })
  }

  async has(applicationId: ApplicationId, commit: string): Promise<boolean> {
    await this.replication.catchUp(applicationId)
    const place = { folder: this.repositories, git: this.processes }
    return hasCommit(place, applicationId, commit)
  }

  push(folder: string, applicationId: ApplicationId, ...words: string[]) {
    return this.git(folder, ['push', this.url('https', applicationId), ...words])
  }

  async head(applicationId: ApplicationId): Promise<string> {
    const args = ['ls-remote', this.url('https', applicationId), 'refs/heads/master']
    return (await this.gitOrThrow(this.folder, args)).slice(0, 40)
  }
}

/** Contract of replicated repositories on any store and object store. */
export function replicationContract(name: string, open: () => Promise<SharedParts>): void {
  const one = new Server()
  const other = new Server()
  let parts: SharedParts
  before(async () => {
    parts = await open()
    await one.openWith(parts.stores[0], parts.objects, one)
    await other.openWith(parts.stores[1], parts.objects, one)
  })
  after(async () => {
    await one.close()
    await other.close()
    await parts[Symbol.asyncDispose]()
  })
  const newApplication = async () => {
    const id = one.platform.newApplication()
    await addApplication(parts.stores[0], { id })
    return id
  }
  const pushed = async (answer: ReturnType<Server['push']>) => {
    const { code, stderr } = await answer
    assert.equal(code, 0, stderr)
  }
  const bundlesOf = (id: ApplicationId) => parts.stores[0].repositoryBundles.listOf(id)
  const objectsOf = (id: ApplicationId) =>
    Array.fromAsync(parts.objects.list(`repositories/${id}/`))

  test(`${name}: what is pushed to one server is cloned from the other, which takes the next push`, async () => {
    const id = await newApplication()
    const folder = await one.checkout({ 'a.txt': 'one' })
    await pushed(one.push(folder, id, 'master'))
    await other.gitOrThrow(other.folder, ['clone', '--quiet', other.url('https', id), 'first'])
    const clone = join(other.folder, 'first')
    assert.equal(await readFile(join(clone, 'a.txt'), 'utf8'), 'one')

    const second = await other.commit(clone, { 'a.txt': 'two' })
    await pushed(other.push(clone, id, 'HEAD:master'))
    assert.equal(await one.head(id), second)
    assert.ok(await one.has(id, second))
    const bundles = await bundlesOf(id)
    assert.deepEqual(
      bundles.map(({ number }) => number),
      [1, 2],
    )
    assert.equal((await objectsOf(id)).length, 2)

    // It knows the newer commit, and refuses to lose it.
    await one.commit(folder, { 'b.txt': 'on the old commit' })
    const refused = await one.push(folder, id, 'master')
    assert.match(refused.stderr, /rejected/)
    await pushed(one.push(folder, id, 'master', '--force'))
    assert.equal(await other.head(id), await one.head(id))
  })

  test(`${name}: many pushes become one bundle, which has the commits that forced pushes left behind`, async () => {
    const id = await newApplication()
    const folder = await one.checkout()
    const commits: string[] = []
    for (const round of [1, 2, 3, 4, 5]) {
      await one.gitOrThrow(folder, ['checkout', '--quiet', '--orphan', `side-${round}`])
      commits.push(await one.commit(folder, { 'a.txt': `round ${round}` }))
      await pushed(one.push(folder, id, '--force', 'HEAD:master'))
    }
    const bundles = await bundlesOf(id)
    assert.deepEqual(
      bundles.map(({ number }) => number),
      [4, 5],
    )
    assert.equal((await objectsOf(id)).length, 2)
    for (const commit of commits) assert.ok(await other.has(id, commit))
    assert.deepEqual(await other.refsOf('https', id), ['refs/heads/master'])
  })

  test(`${name}: a push is refused, and can be repeated, when the object store does not take it`, async () => {
    const id = await newApplication()
    const folder = await one.checkout()
    await pushed(one.push(folder, id, 'master'))
    const before = await one.head(id)
    await one.commit(folder, { 'a.txt': 'two' })
    const repair = await parts.breakObjects()
    const refused = await one.push(folder, id, 'master')
    assert.notEqual(refused.code, 0)
    assert.match(refused.stderr, /The repository is not available/)
    await repair()
    assert.equal(await one.head(id), before)
    assert.equal(one.platform.pushesOf(id).length, 1)
    await pushed(one.push(folder, id, 'master'))
    assert.equal(one.platform.pushesOf(id).length, 2)
    assert.equal(await other.head(id), await one.head(id))
  })

  test(`${name}: a push that the platform refuses is on no server`, async () => {
    const id = await newApplication()
    const folder = await one.checkout()
    await pushed(one.push(folder, id, 'master'))
    const before = await one.head(id)
    await one.commit(folder, { 'a.txt': 'two' })
    one.platform.onReceive = () => {
      throw new Refusal('conflict', 'not now')
    }
    assert.match((await one.push(folder, id, 'master')).stderr, /not now/)
    one.platform.onReceive = () => {}
    assert.deepEqual([await one.head(id), await other.head(id)], [before, before])
    await pushed(other.push(folder, id, 'master'))
    assert.equal(await one.head(id), await other.head(id))
  })

  test(`${name}: what a crash left of a push that nobody acknowledged is undone`, async () => {
    const id = await newApplication()
    const folder = await one.checkout()
    await pushed(one.push(folder, id, 'master'))
    const acknowledged = await one.head(id)
    const repository = repositoryPath(one.repositories, id)
    const tree = (await one.gitOrThrow(repository, ['rev-parse', 'master^{tree}'])).trim()
    const made = await one.gitOrThrow(repository, ['commit-tree', '-m', 'lost', tree])
    await one.gitOrThrow(repository, ['update-ref', 'refs/heads/master', made.trim()])
    const next = await one.commit(folder, { 'a.txt': 'two' })
    await one.replication.duringPush(id, async () => {
      const head = await one.gitOrThrow(repository, ['rev-parse', 'master'])
      assert.equal(head.trim(), acknowledged)
    })
    await pushed(one.push(folder, id, 'master'))
    assert.equal(await other.head(id), next)
  })

  test(`${name}: a push from a shallow clone is restored`, async () => {
    const id = await newApplication()
    const folder = await one.checkout()
    await one.commit(folder, { 'a.txt': 'two' })
    const tip = await one.commit(folder, { 'a.txt': 'three' })
    const args = ['clone', '--quiet', '--depth=1', `file://${folder}`, 'shallow']
    await one.gitOrThrow(folder, args)
    await pushed(one.push(join(folder, 'shallow'), id, 'HEAD:master'))
    await other.gitOrThrow(other.folder, ['clone', '--quiet', other.url('https', id), 'restored'])
    const restored = join(other.folder, 'restored')
    assert.equal((await other.gitOrThrow(restored, ['rev-parse', 'HEAD'])).trim(), tip)
    assert.equal(await readFile(join(restored, 'a.txt'), 'utf8'), 'three')
  })

  test(`${name}: pushes to both servers at once follow each other`, async () => {
    const id = await newApplication()
    const [mine, theirs] = [await one.checkout(), await other.checkout()]
    const [first, second] = await Promise.all([
      one.push(mine, id, '--force', 'master'),
      other.push(theirs, id, '--force', 'master'),
    ])
    const succeeded = [first, second].filter(({ code }) => code === 0).length
    assert.ok(succeeded >= 1, first.stderr + second.stderr)
    assert.equal(one.platform.pushesOf(id).length, succeeded)
    assert.equal(await one.head(id), await other.head(id))
  })

  test(`${name}: a deleted application leaves no object`, async () => {
    const id = await newApplication()
    await pushed(one.push(await one.checkout(), id, 'master'))
    assert.equal((await objectsOf(id)).length, 1)
    await one.replication.remove(id)
    assert.deepEqual(await objectsOf(id), [])
  })
}
