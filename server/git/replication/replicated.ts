import { randomUUID } from 'node:crypto'
import { createRepository, type RepositoryFolder, repositoryPath } from '#git/repository.ts'
import type { Clock } from '#kit/concurrency/clock.ts'
import { createKeyedMutex } from '#kit/concurrency/keyed-mutex.ts'
import { sleep, withTimeout } from '#kit/concurrency/timeout.ts'
import type { RepositoryBundle } from '#platform/model/hosting/deployments/repository-bundle.ts'
import type { ApplicationId } from '#platform/model/ids.ts'
import { type ObjectStore, ObjectStoreError } from '#platform/model/object-store.ts'
import { Refusal } from '#platform/model/refusal.ts'
import type { Store } from '#platform/model/store.ts'
import {
  createBundle,
  hasMore,
  type LocalRepository,
  missingCommits,
  type Refs,
  readRefs,
  readShallow,
  unpackBundle,
  unreferenced,
  writeRefs,
  writeShallow,
} from './bundle.ts'
import type { Replication } from './replication.ts'

export interface ReplicationOptions {
  repositories: RepositoryFolder
  store: Pick<Store, 'repositoryBundles' | 'claims' | 'transaction'>
  objects: ObjectStore
  clock: Clock
  log: (line: string) => void
  /** Bundles of a repository, after which the next one has everything. */
  maxBundles?: number
  /** Milliseconds that a push waits for another one to the same repository. */
  pushTimeout?: number
}

const claimPoll = 500
/** Bundles that are replaced by one while a server reads them are read anew. */
const maxReads = 3
/** Refs for commits that a forced push has left behind: they may be deployed again. */
const leftBehind = 'refs/berth/left-behind/'

/** Repositories of all servers that share a store and an object store. */
export function createReplication(options: ReplicationOptions): Replication {
  const { repositories, store, objects, clock, log } = options
  const { maxBundles = 20, pushTimeout = 30_000 } = options
  const withLock = createKeyedMutex()
  /** The bundle that the repository of this server is known to be at. */
  const present = new Map<ApplicationId, number>()
  const folderOf = (applicationId: ApplicationId) => `repositories/${applicationId}/`
  const placeOf = (applicationId: ApplicationId): LocalRepository => ({
    git: repositories.git,
    repository: repositoryPath(repositories.folder, applicationId),
  })

  const fetchBundle = async (place: LocalRepository, bundle: RepositoryBundle) => {
    if (bundle.objectKey === '') return true
    const found = await objects.get(bundle.objectKey, bundle)
    if (!found) return false
    await unpackBundle(place, found.content)
    return true
  }

  /** Fetches the bundles whose commits are missing here, and sets the refs; `false` if one of them is gone. */
  const apply = async (applicationId: ApplicationId, bundles: readonly RepositoryBundle[]) => {
    const last = bundles.at(-1)
    if (!last) return true
    await createRepository(repositories, applicationId)
    const place = placeOf(applicationId)
    const missing = await missingCommits(place, tipsOf(bundles))
    await writeShallow(place.repository, last.shallow)
    for (const bundle of bundles) {
      const isMissing = Object.values(bundle.refs).some((commit) => missing.has(commit))
      if (isMissing && !(await fetchBundle(place, bundle))) return false
    }
    await writeRefs(place, last.refs)
    present.set(applicationId, last.number)
    return true
  }

  const restore = async (applicationId: ApplicationId): Promise<void> => {
    for (let read = 0; read < maxReads; read += 1) {
      if (await apply(applicationId, await store.repositoryBundles.listOf(applicationId))) return
    }
    throw new ObjectStoreError(`A bundle of the repository of ${applicationId} is gone`)
  }

  /** Whether this server needs nothing; a repository that was never pushed is in no bundle. */
  const isCurrent = async (applicationId: ApplicationId) =>
    (await store.repositoryBundles.newestOf(applicationId)) === (present.get(applicationId) ?? 0)

  const publish = async (applicationId: ApplicationId): Promise<void> => {
    const place = placeOf(applicationId)
    const bundles = await store.repositoryBundles.listOf(applicationId)
    // This server stood still during the push, and lost its claim; the store would refuse the row.
    if ((bundles.at(-1)?.number ?? 0) !== (present.get(applicationId) ?? 0)) throw overtaken()
    const isWhole = bundles.length === 0 || bundles.length >= maxBundles
    if (isWhole) await referTo(place, tipsOf(bundles))
    const refs = await readRefs(place)
    const last = bundles.at(-1)
    if (isSame(last?.refs ?? {}, refs)) return
    const number = (last?.number ?? 0) + 1
    const sent = await send(place, `${folderOf(applicationId)}${number}-${randomUUID()}.bundle`, {
      refs: isWhole ? Object.keys(refs) : changedRefs(last?.refs ?? {}, refs),
      known: isWhole ? [] : tipsOf(bundles),
    })
    const shallow = await readShallow(place.repository)
    await store.transaction(async (inside) => {
      await inside.repositoryBundles.add({
        applicationId,
        number,
        refs,
        shallow,
        createdAt: clock(),
        ...sent,
      })
      if (isWhole) await inside.repositoryBundles.removeBefore(applicationId, number)
    })
    present.set(applicationId, number)
    if (bundles.length > 0 && isWhole) await removeUnused(applicationId)
  }

  const send = async (
    place: LocalRepository,
    objectKey: string,
    { refs, known }: { refs: string[]; known: string[] },
  ): Promise<Pick<RepositoryBundle, 'objectKey' | 'bytes' | 'sha256'>> => {
    if (refs.length === 0 || !(await hasMore(place, refs, known))) {
      return { objectKey: '', bytes: 0, sha256: '' }
    }
    return { objectKey, ...(await objects.put(objectKey, createBundle(place, refs, known))) }
  }

  /** Removes objects that no bundle names: replaced ones, and those of pushes that a crash has interrupted. */
  const removeUnused = async (applicationId: ApplicationId): Promise<void> => {
    const bundles = await store.repositoryBundles.listOf(applicationId)
    const used = new Set(bundles.map(({ objectKey }) => objectKey))
    try {
      for await (const { key } of objects.list(folderOf(applicationId))) {
        if (!used.has(key)) await objects.remove(key)
      }
    } catch (error) {
      log(`Unused bundles of ${applicationId} stay until later: ${(error as Error).message}`)
    }
  }

  const claimed = async <T>(
    applicationId: ApplicationId,
    deadline: number,
    push: () => Promise<T>,
  ) => {
    for (;;) {
      if (performance.now() > deadline) throw busy()
      const done = await store.claims.during(`repository/${applicationId}`, async () => {
        // Also when it is current: a push that a crash has interrupted may have moved a ref.
        await restore(applicationId).catch(asRefusal)
        return push()
      })
      if (done) return done.result
      await sleep(claimPoll)
    }
  }

  return {
    async catchUp(applicationId) {
      if (await isCurrent(applicationId)) return
      const catchingUp = withLock(applicationId, async () => {
        if (!(await isCurrent(applicationId))) await restore(applicationId).catch(asRefusal)
      })
      await withTimeout(catchingUp, restoreTimeout, 'the restoration of a repository')
    },
    duringPush(applicationId, push) {
      const deadline = performance.now() + pushTimeout
      return withLock(applicationId, () => claimed(applicationId, deadline, push))
    },
    publish: (applicationId) => publish(applicationId).catch(asRefusal),
    async remove(applicationId) {
      present.delete(applicationId)
      try {
        for await (const { key } of objects.list(folderOf(applicationId))) await objects.remove(key)
      } catch (error) {
        asRefusal(error)
      }
    },
  }
}

const restoreTimeout = 600_000

const busy = () =>
  new Refusal('unavailable', 'Another push to this application is under way: try again later')

const overtaken = () =>
  new Refusal('unavailable', 'Another server took a push to this application meanwhile: push again')

/** An object store that fails is no bug of the platform: whoever pushes may try again. */
function asRefusal(error: unknown): never {
  if (!(error instanceof ObjectStoreError)) throw error
  throw new Refusal('unavailable', `The repository is not available: ${error.message}`)
}

/** Names commits that would be in no bundle any more. */
async function referTo(place: LocalRepository, commits: readonly string[]): Promise<void> {
  const lost = await unreferenced(place, commits)
  if (lost.length === 0) return
  const named = Object.fromEntries(lost.map((commit) => [leftBehind + commit, commit]))
  await writeRefs(place, { ...(await readRefs(place)), ...named })
}

const tipsOf = (bundles: readonly RepositoryBundle[]): string[] => [
  ...new Set(bundles.flatMap(({ refs }) => Object.values(refs))),
]

const changedRefs = (before: Refs, after: Refs): string[] =>
  Object.keys(after).filter((name) => before[name] !== after[name])

const isSame = (one: Refs, other: Refs): boolean =>
  Object.keys(one).length === Object.keys(other).length &&
  Object.entries(one).every(([name, commit]) => other[name] === commit)
