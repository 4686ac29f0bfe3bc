import { randomUUID } from 'node:crypto'
import { mkdir, readdir, readFile, rename, rm, stat } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { isId } from '#kit/text/ids.ts'
import type { ApplicationId } from '#platform/model/ids.ts'
import { Refusal } from '#platform/model/refusal.ts'
import type { Git } from './git.ts'

/** Folder of all repositories, and the git runner. */
export interface RepositoryFolder {
  folder: string
  git: Git
}

const timeout = 30_000
const unfinished = /^\.(new|gone|checkout)-/

/** Path of an application's repository. Only a well-formed id becomes a path. */
export function repositoryPath(folder: string, applicationId: ApplicationId): string {
  if (!isId('app', applicationId)) throw new Error('this is not the id of an application')
  return join(resolve(folder), `${applicationId}.git`)
}

/** Creates the empty repository of an application; `false`, without a change, when it exists. */
export async function createRepository(
  { folder, git }: RepositoryFolder,
  applicationId: ApplicationId,
): Promise<boolean> {
  const path = repositoryPath(folder, applicationId)
  if (await isThere(path)) return false
  const fresh = join(resolve(folder), `.new-${randomUUID()}`)
  await mkdir(fresh, { recursive: true })
  try {
    const args = ['init', '--quiet', '--bare', '--template=', '--initial-branch=master', fresh]
    await git.runOrThrow(args, { repository: fresh, timeout })
    await rename(fresh, path)
    return true
  } catch (error) {
    await rm(fresh, { recursive: true, force: true })
    if (!(await isThere(path))) throw error
    return false
  }
}

/** Points HEAD to this branch, which clones then check out. */
export async function pointHeadAt(git: Git, repository: string, branch: string): Promise<void> {
  const head = await readFile(join(repository, 'HEAD'), 'utf8')
  if (head === `ref: refs/heads/${branch}\n`) return
  const args = [`--git-dir=${repository}`, 'symbolic-ref', 'HEAD', `refs/heads/${branch}`]
  await git.runOrThrow(args, { repository, timeout })
}

/**
 * Deletes an application's repository. It is renamed first, and git processes that use it are killed, because files
 * they create during the removal would remain.
 */
export async function deleteRepository(
  { folder, git }: RepositoryFolder,
  applicationId: ApplicationId,
): Promise<void> {
  const path = repositoryPath(folder, applicationId)
  const gone = join(resolve(folder), `.gone-${randomUUID()}`)
  const isMoved = await rename(path, gone).then(
    () => true,
    (error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return false
      throw error
    },
  )
  await git.endAll(path, new Refusal('missing', 'The application was deleted'))
  if (isMoved) await rm(gone, { recursive: true, force: true })
}

/** Removes repositories that a crash left half created or half deleted, and checkouts that nobody has taken. */
export async function removeUnfinished(folder: string): Promise<void> {
  for (const name of await readdir(folder)) {
    if (unfinished.test(name)) await rm(join(folder, name), { recursive: true, force: true })
  }
}

/** The commit of a branch, or `undefined` when it was never pushed. */
export async function headOf(
  { folder, git }: RepositoryFolder,
  applicationId: ApplicationId,
  branch: string,
): Promise<string | undefined> {
  const repository = repositoryPath(folder, applicationId)
  const loose = await looseBranch(repository, branch)
  if (loose !== undefined) return loose
  if (!(await isThere(repository))) return undefined
  const words = ['rev-parse', '--verify', '--quiet', `refs/heads/${branch}`]
  const args = [`--git-dir=${repository}`, ...words]
  const { code, stdout, stderr } = await git.run(args, { repository, timeout })
  if (code === 0) return stdout.trim()
  if (code === 1) return undefined
  throw new Error(`git rev-parse exited with ${code}: ${stderr.trim()}`)
}

/**
 * The commit of a branch that is a file of its own, which has precedence over packed ones. A start of git costs a hundred
 * times more, and a start of the server asks for every application.
 */
async function looseBranch(repository: string, branch: string): Promise<string | undefined> {
  if (!/^[\w-]+(\/[\w-]+)*$/.test(branch)) return undefined
  const text = await readFile(join(repository, 'refs/heads', branch), 'latin1').catch(() => '')
  return /^[0-9a-f]{40}\n$/.test(text) ? text.trimEnd() : undefined
}

/** Whether the repository has this commit. */
export async function hasCommit(
  { folder, git }: RepositoryFolder,
  applicationId: ApplicationId,
  commit: string,
): Promise<boolean> {
  const repository = repositoryPath(folder, applicationId)
  if (!/^[0-9a-f]{40}$/.test(commit) || !(await isThere(repository))) return false
  const args = [`--git-dir=${repository}`, 'cat-file', '-e', `${commit}^{commit}`]
  return (await git.run(args, { repository, timeout })).code === 0
}

/** Total size and number of a repository's packs. */
export async function packsOf(repository: string): Promise<{ bytes: number; count: number }> {
  const packs = join(repository, 'objects', 'pack')
  const names = await readdir(packs).catch(unlessGone)
  const found = await Promise.all(names.map((name) => stat(join(packs, name)).catch(() => null)))
  return {
    bytes: found.reduce((sum, file) => sum + (file?.size ?? 0), 0),
    count: names.filter((name) => name.endsWith('.pack')).length,
  }
}

/** Ignores a repository deleted in the meantime. */
function unlessGone(error: NodeJS.ErrnoException): string[] {
  if (error.code === 'ENOENT') return []
  throw error
}

/** Removes leftovers of killed pushes while no process uses the repository. */
export async function removeAbandoned(git: Git, repository: string): Promise<void> {
  const objects = join(repository, 'objects')
  const names = await readdir(objects).catch(unlessGone)
  for (const name of names.filter((each) => each.startsWith('tmp_objdir-'))) {
    if (git.isBusy(repository)) return
    await rm(join(objects, name), { recursive: true, force: true })
  }
}

const isThere = (path: string): Promise<boolean> =>
  stat(path).then(
    () => true,
    () => false,
  )
