import { mkdir, readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { gitCommand, gitEnvironment } from '#git/git-process.ts'
import { createRepository, pointHeadAt, repositoryPath } from '#git/repository.ts'
import { runOrThrow } from '#kit/subprocess.ts'
import type { Application } from '#platform/applications/application.ts'

const timeout = 600_000
const suffix = '.bundle'

/**
 * Writes every ref of each repository, with all that it needs, into a bundle: unlike a copy of the files it is whole
 * whatever is pushed or packed meanwhile. Returns how many there are.
 */
export async function bundleRepositories(
  data: string,
  stage: string,
  applications: readonly Application[],
): Promise<number> {
  const target = join(stage, 'bundles')
  await mkdir(target, { mode: 0o700 })
  let count = 0
  for (const { id } of applications) {
    const repository = repositoryPath(join(data, 'repositories'), id)
    const isThere = await stat(repository).catch(() => undefined)
    if (!isThere || (await isEmpty(repository))) continue
    await git([`--git-dir=${repository}`, 'bundle', 'create', join(target, id + suffix), '--all'])
    count += 1
  }
  return count
}

/** Makes the repositories anew from their bundles, and empty ones for applications that had none. */
export async function unbundleRepositories(
  data: string,
  applications: readonly Application[],
): Promise<void> {
  const bundles = join(data, 'bundles')
  const names = new Set(await readdir(bundles))
  const folder = join(data, 'repositories')
  for (const { id, branch } of applications) {
    await createRepository(folder, id)
    if (!names.has(id + suffix)) continue
    const repository = repositoryPath(folder, id)
    const bundle = join(bundles, id + suffix)
    await git([`--git-dir=${repository}`, 'fetch', '--quiet', bundle, '+refs/*:refs/*'])
    await pointHeadAt(repository, branch)
  }
  await rm(bundles, { recursive: true })
}

async function isEmpty(repository: string): Promise<boolean> {
  return (await git([`--git-dir=${repository}`, 'for-each-ref', '--count=1'])) === ''
}

const git = (args: string[]) =>
  runOrThrow(gitCommand(args), { env: gitEnvironment(), deadline: timeout })
