import { randomUUID } from 'node:crypto'
import { mkdir, readdir, readFile, rename, rm, stat } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { isId } from '#kit/ids.ts'
import { run, runOrThrow } from '#kit/subprocess.ts'
import { gitCommand, gitEnvironment } from './git-process.ts'

const deadline = 30_000
const unfinished = /^\.(new|gone)-/

/** Where an application's repository lies. Only a well-formed id ever becomes a path. */
export function repositoryPath(folder: string, applicationId: string): string {
  if (!isId('app', applicationId)) throw new Error('this is not the id of an application')
  return join(resolve(folder), `${applicationId}.git`)
}

/** Makes the empty repository of an application; one that is there already stays as it is. */
export async function createRepository(folder: string, applicationId: string): Promise<void> {
  const path = repositoryPath(folder, applicationId)
  if (await isThere(path)) return
  const fresh = join(resolve(folder), `.new-${randomUUID()}`)
  await mkdir(folder, { recursive: true })
  try {
    await runOrThrow(
      gitCommand(['init', '--quiet', '--bare', '--template=', '--initial-branch=master', fresh]),
      { env: gitEnvironment(), deadline },
    )
    await rename(fresh, path)
  } catch (error) {
    await rm(fresh, { recursive: true, force: true })
    if (!(await isThere(path))) throw error
  }
}

/** Makes a clone check out this branch. */
export async function pointHeadAt(repository: string, branch: string): Promise<void> {
  const head = await readFile(join(repository, 'HEAD'), 'utf8')
  if (head === `ref: refs/heads/${branch}\n`) return
  await runOrThrow(
    gitCommand([`--git-dir=${repository}`, 'symbolic-ref', 'HEAD', `refs/heads/${branch}`]),
    { env: gitEnvironment(), deadline },
  )
}

/** Deletes an application's repository; it is out of reach at once. */
export async function deleteRepository(folder: string, applicationId: string): Promise<void> {
  const path = repositoryPath(folder, applicationId)
  if (!(await isThere(path))) return
  const gone = join(resolve(folder), `.gone-${randomUUID()}`)
  await rename(path, gone)
  await rm(gone, { recursive: true, force: true })
}

/** Removes what a crash left half made or half deleted. */
export async function removeUnfinished(folder: string): Promise<void> {
  for (const name of await readdir(folder)) {
    if (unfinished.test(name)) await rm(join(folder, name), { recursive: true, force: true })
  }
}

/** The commit that a branch is at, or `undefined` when nothing was ever pushed to it. */
export async function headOf(
  folder: string,
  applicationId: string,
  branch: string,
): Promise<string | undefined> {
  const path = repositoryPath(folder, applicationId)
  if (!(await isThere(path))) return undefined
  const { code, stdout, stderr } = await run(
    gitCommand([`--git-dir=${path}`, 'rev-parse', '--verify', '--quiet', `refs/heads/${branch}`]),
    { env: gitEnvironment(), deadline },
  )
  if (code === 0) return stdout.trim()
  if (code === 1) return undefined
  throw new Error(`git rev-parse exited with ${code}: ${stderr.trim()}`)
}

/** Whether a repository has this commit. */
export async function hasCommit(
  folder: string,
  applicationId: string,
  commit: string,
): Promise<boolean> {
  const path = repositoryPath(folder, applicationId)
  if (!/^[0-9a-f]{40}$/.test(commit) || !(await isThere(path))) return false
  const { code } = await run(
    gitCommand([`--git-dir=${path}`, 'cat-file', '-e', `${commit}^{commit}`]),
    { env: gitEnvironment(), deadline },
  )
  return code === 0
}

/** The bytes of all packs of a repository, and how many packs there are. */
export async function packsOf(repository: string): Promise<{ bytes: number; count: number }> {
  const packs = join(repository, 'objects', 'pack')
  const names = await readdir(packs)
  const found = await Promise.all(names.map((name) => stat(join(packs, name)).catch(() => null)))
  return {
    bytes: found.reduce((sum, file) => sum + (file?.size ?? 0), 0),
    count: names.filter((name) => name.endsWith('.pack')).length,
  }
}

const isThere = (path: string): Promise<boolean> =>
  stat(path).then(
    () => true,
    () => false,
  )
