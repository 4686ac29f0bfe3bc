import { posix } from 'node:path'
import { Failure } from '#platform/deployments/failure.ts'
import type { Source } from '#platform/deployments/source.ts'
import type { ApplicationId } from '#platform/ids.ts'
import { extractCommit } from './extract.ts'
import { openObjects } from './objects.ts'
import { type RepositoryFolder, repositoryPath } from './repository.ts'
import { listSubmodules } from './submodules.ts'
import { CommitTooLargeError, commitLimits } from './trees/commit-limits.ts'
import { type CommitMeasures, createCommitMeasures } from './trees/commit-measures.ts'
import { type CommitMeasure, measureCommit } from './trees/measure-commit.ts'
import { MissingObjectError, treeNames } from './trees/read-trees.ts'

/** Where a source is read from. */
export interface SourceRepository extends RepositoryFolder {
  /** Commits that need not be measured again. */
  measures?: CommitMeasures
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
  { git, folder, measures = createCommitMeasures(), prepare = async () => {} }: SourceRepository,
  applicationId: ApplicationId,
  commit: string,
  signal?: AbortSignal,
): Source {
  if (!/^[0-9a-f]{40}$/.test(commit)) throw new Error('a commit is named by 40 hexadecimal digits')
  const repository = repositoryPath(folder, applicationId)
  const objects = openObjects({ git, repository, signal })
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
  const find = async (path: string, maxBytes: number) => {
    const clean = pathInside(path)
    if (clean === undefined) return undefined
    await measured()
    return objects.find(`${commit}:${clean}`, maxBytes)
  }

  return {
    commit,
    async read(path) {
      const found = await find(path, maxFile)
      if (found?.kind !== 'blob') return undefined
      if (!found.content) throw new Failure('source', `${path} is larger than 4 MB`)
      return found.content.toString('utf8')
    },
    async list(path) {
      const found = await find(path, maxTree)
      if (found?.kind !== 'tree') return []
      if (!found.content) throw new Failure('source', `The folder ${path} has too many files`)
      return treeNames(found.content)
    },
    async extract(target, stop = signal) {
      const { totals } = await measured()
      await extractCommit(git, {
        repository,
        commit,
        target,
        bytes: totals.fileBytes,
        signal: stop,
      })
    },
    async submodules() {
      const { hasSubmodules } = await measured()
      return hasSubmodules ? await listSubmodules(git, repository, commit, signal) : []
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
