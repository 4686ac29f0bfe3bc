import { posix } from 'node:path'
import { Failure } from '#platform/deployments/failure.ts'
import type { Source } from '#platform/deployments/source.ts'
import { extractCommit } from './extract.ts'
import { openObjects } from './objects.ts'
import { repositoryPath } from './repository.ts'
import { listSubmodules } from './submodules.ts'
import { treeNames } from './tree-names.ts'

const largestFile = 4 * 1024 * 1024
const largestTree = 64 * 1024 * 1024

/** The files of one commit in an application's repository. */
export function openSource(folder: string, applicationId: string, commit: string): Source {
  if (!/^[0-9a-f]{40}$/.test(commit)) throw new Error('a commit is named by 40 hexadecimal digits')
  const repository = repositoryPath(folder, applicationId)
  const objects = openObjects(repository)
  let isKnown = false
  /** Git answers alike for a path that a commit does not have and for a commit that it does not have. */
  const mustKnowCommit = async () => {
    isKnown ||= (await objects.find(`${commit}^{commit}`, largestFile)) !== undefined
    if (!isKnown) throw new Failure('source', `Commit ${commit} is not in the repository`)
  }
  const find = async (path: string, mostBytes: number) => {
    const clean = pathInside(path)
    if (clean === undefined) return undefined
    const found = await objects.find(`${commit}:${clean}`, mostBytes)
    if (!found) await mustKnowCommit()
    return found
  }

  return {
    commit,
    async read(path) {
      const found = await find(path, largestFile)
      if (found?.kind !== 'blob') return undefined
      if (!found.content) throw new Failure('source', `${path} is larger than 4 MB`)
      return found.content.toString('utf8')
    },
    async list(path) {
      const found = await find(path, largestTree)
      if (found?.kind !== 'tree') return []
      if (!found.content) throw new Failure('source', `The folder ${path} has too many files`)
      return treeNames(found.content)
    },
    extract: (target) => extractCommit(repository, commit, target),
    submodules: () => listSubmodules(repository, commit),
  }
}

/** The path as git spells it, or `undefined` when it cannot be one inside a commit. */
function pathInside(path: string): string | undefined {
  const clean = posix.normalize(path).replace(/\/$/, '').replace(/^\.$/, '')
  return /[\0-\x1f]|^\/|^\.\.(\/|$)/.test(clean) ? undefined : clean
}
