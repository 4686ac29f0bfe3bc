import { posix } from 'node:path'
import { createMutex } from '#kit/concurrency/keyed-mutex.ts'
import { withTimeout } from '#kit/concurrency/timeout.ts'
import { Failure } from '#platform/model/hosting/deployments/failure.ts'
import type { Source } from '#platform/model/hosting/deployments/source.ts'
import type { ApplicationId } from '#platform/model/ids.ts'
import { type CatFile, type ObjectHeader, type ObjectPlace, startCatFile } from './cat-file.ts'
import { extractCommit } from './extract.ts'
import { type RepositoryFolder, repositoryPath } from './repository.ts'
import { listSubmodules } from './submodules.ts'
import { CommitTooLargeError, commitLimits } from './trees/commit-limits.ts'
import { listLfsPointers } from './trees/lfs-pointers.ts'
import {
  type CommitMeasure,
  type CommitMeasures,
  createCommitMeasures,
  measureCommit,
} from './trees/measure-commit.ts'
import { MissingObjectError, treeNames } from './trees/read-trees.ts'
import { readerTimeout, type WarmSources } from './warm-sources.ts'

/** Where a source is read from. */
export interface SourceRepository extends RepositoryFolder {
  /** Commits that need not be measured again. */
  measures?: CommitMeasures
  /** What may be ready for the first read and the checkout. */
  warmSources?: WarmSources
  /** Called before the first read. */
  prepare?: () => Promise<void>
}

const maxFile = 4 * 1024 * 1024
const maxTree = 64 * 1024 * 1024

/**
 * Files of one commit in an application's repository. `signal` ends all git processes that read them. A commit that was
 * not measured at its push is measured before anything else is read, because it may be older than the limits.
 */
export function openSource(
  {
    git,
    folder,
    measures = createCommitMeasures(),
    warmSources,
    prepare = async () => {},
  }: SourceRepository,
  applicationId: ApplicationId,
  commit: string,
  signal?: AbortSignal,
): Source {
  if (!/^[0-9a-f]{40}$/.test(commit)) throw new Error('a commit is named by 40 hexadecimal digits')
  const repository = repositoryPath(folder, applicationId)
  const objects = openObjects({ git, repository, signal }, warmSources)
  let measuring: Promise<CommitMeasure> | undefined
  const measure = async () => {
    await prepare()
    const known = measures.find(repository, commit)
    if (known) {
      const found = await objects.find(commit, commitLimits.commitBytes)
      if (found?.kind !== 'commit') throw new MissingObjectError(commit)
      return known
    }
    const measured = await objects.use((catFile) => measureCommit(catFile, commit))
    measures.keep(repository, commit, measured)
    return measured
  }
  const measured = () => {
    measuring ??= measure().catch((error: unknown) => {
      throw failureOf(error, commit)
    })
    return measuring
  }
  const listTree = async (path: string) => {
    const found = await objects.find(`${commit}:${path}`, maxTree)
    if (found?.kind !== 'tree') return []
    if (!found.content) throw new Failure('source', `The folder ${path} has too many files`)
    return treeNames(found.content)
  }
  let root: Promise<string[]> | undefined
  const listRoot = () => {
    root ??= listTree('').catch((error: unknown) => {
      root = undefined
      throw error
    })
    return root
  }
  /** Whether git has to be asked: a recipe asks for many files that it could have, and most are not even at the root. */
  const mayExist = async (path: string) => {
    const [first] = path.split('/', 1)
    return (await listRoot()).some((name) => name === first || name === `${first}/`)
  }

  return {
    commit,
    async read(path) {
      const clean = pathInside(path)
      if (clean === undefined) return undefined
      await measured()
      if (!(await mayExist(clean))) return undefined
      const found = await objects.find(`${commit}:${clean}`, maxFile)
      if (found?.kind !== 'blob') return undefined
      if (!found.content) throw new Failure('source', `${path} is larger than 4 MB`)
      return found.content.toString('utf8')
    },
    async list(path) {
      const clean = pathInside(path)
      if (clean === undefined) return []
      await measured()
      if (clean === '') return [...(await listRoot())]
      return (await mayExist(clean)) ? listTree(clean) : []
    },
    async extract(target, stop = signal) {
      const { totals } = await measured()
      const extraction = { repository, commit, target, bytes: totals.fileBytes, signal: stop }
      if (await warmSources?.moveCheckout(extraction)) return
      await extractCommit(git, extraction)
    },
    async submodules() {
      const { hasSubmodules } = await measured()
      return hasSubmodules ? await listSubmodules(git, repository, commit, signal) : []
    },
    async lfsPointers() {
      await measured()
      return listLfsPointers(git, repository, commit, signal)
    },
  }
}

/** The path as git spells it, or `undefined` when it leads outside the commit. */
function pathInside(path: string): string | undefined {
  const clean = posix.normalize(path).replace(/\/$/, '').replace(/^\.$/, '')
  return /[\0-\x1f]|^\/|^\.\.(\/|$)/.test(clean) ? undefined : clean
}

function failureOf(error: unknown, commit: string): unknown {
  if (error instanceof CommitTooLargeError) return new Failure('source', error.message)
  if (!(error instanceof MissingObjectError)) return error
  return new Failure('source', `Commit ${commit} is not in the repository`)
}

interface GitObject {
  kind: ObjectHeader['kind']
  /** Absent when larger than requested. */
  content?: Buffer
}

/** Reads objects of one repository. */
export interface Objects {
  /** Resolves a name such as `<commit>:<path>`; symbolic links are followed inside the commit. */
  find(name: string, maxBytes: number): Promise<GitObject | undefined>
  /** Runs `work`, which has a timeout of its own, with the process that reads the objects, one at a time. */
  use<T>(work: (catFile: CatFile) => Promise<T>): Promise<T>
}

const answerTimeout = 30_000
/** Keeps the process for consecutive reads: starting git for each file would dominate the planning of a recipe. */
const idleFor = 1000

/** Uses one `git cat-file` process, started on demand and stopped when idle. */
function openObjects(place: ObjectPlace, warmSources: WarmSources | undefined): Objects {
  let catFile: CatFile | undefined
  let idle: NodeJS.Timeout | undefined
  const withLock = createMutex()

  const end = () => {
    catFile?.[Symbol.dispose]()
    catFile = undefined
  }
  /** Ends with the signal, like a process that is started for it. */
  const start = async (): Promise<CatFile> => {
    place.signal?.throwIfAborted()
    const ready = await warmSources?.takeReader(place.repository)
    if (!ready) return startCatFile(place, readerTimeout)
    place.signal?.addEventListener('abort', end, { once: true })
    return ready
  }
  const use = <T>(work: (catFile: CatFile) => Promise<T>): Promise<T> =>
    withLock(async () => {
      clearTimeout(idle)
      catFile ??= await start()
      try {
        const result = await work(catFile)
        idle = setTimeout(end, idleFor)
        return result
      } catch (error) {
        end()
        place.signal?.throwIfAborted()
        throw error
      }
    })
  return {
    find: (name, maxBytes) =>
      use((catFile) =>
        withTimeout(findObject(catFile, name, maxBytes), answerTimeout, 'an answer of git'),
      ),
    use,
  }
}

/** Asks for the size first: git reads an object as a whole, however large, before it sends it. */
async function findObject(
  catFile: CatFile,
  name: string,
  maxBytes: number,
): Promise<GitObject | undefined> {
  await catFile.request('info', [name])
  const info = await catFile.nextHeader()
  if (info === undefined) return undefined
  if (info.bytes > maxBytes) return { kind: info.kind }
  await catFile.request('contents', [name])
  const header = await catFile.nextHeader()
  if (header === undefined) return undefined
  return { kind: header.kind, content: await catFile.nextContent(header) }
}
