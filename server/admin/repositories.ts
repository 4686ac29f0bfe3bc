import { mkdir, readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { createGit, type Git } from '#git/git.ts'
import {
  createRepository,
  pointHeadAt,
  type RepositoryFolder,
  repositoryPath,
} from '#git/repository.ts'
import type { Application } from '#platform/model/hosting/application.ts'
import { openGitConfinement } from '#wiring/git/git-confinement.ts'
import type { TenantWork } from './context.ts'

const timeout = 600_000
const suffix = '.bundle'

/**
 * Writes all refs of each repository into a Git bundle: unlike a copy of the files it is consistent during pushes and
 * repacks. Returns the number of bundles.
 */
export async function bundleRepositories(
  data: string,
  stage: string,
  applications: readonly Application[],
  work: TenantWork,
): Promise<number> {
  const target = join(stage, 'bundles')
  await mkdir(target, { mode: 0o700 })
  return withGit(join(data, 'repositories'), async ({ folder, git }) => {
    let count = 0
    for (const { id, name } of applications) {
      await work.attempt(`the repository of ${name} (${id})`, async () => {
        const repository = repositoryPath(folder, id)
        const isThere = await stat(repository).catch(() => undefined)
        if (!isThere || (await isEmpty(git, repository))) return
        const bundle = join(target, id + suffix)
        const args = [`--git-dir=${repository}`, 'bundle', 'create', bundle, '--all']
        await git.runOrThrow(args, { repository, timeout, writable: [target] })
        count += 1
      })
    }
    return count
  })
}

/** Recreates the repositories from their bundles, and empty ones for applications that had none. */
export async function unbundleRepositories(
  data: string,
  applications: readonly Application[],
  work: TenantWork,
): Promise<void> {
  const bundles = join(data, 'bundles')
  const names = new Set(await readdir(bundles))
  await withGit(join(data, 'repositories'), async (place) => {
    const { folder, git } = place
    for (const { id, name, branch } of applications) {
      await work.attempt(`the repository of ${name} (${id})`, async () => {
        await createRepository(place, id)
        if (!names.has(id + suffix)) return
        const repository = repositoryPath(folder, id)
        const words = ['fetch', '--quiet', join(bundles, id + suffix), '+refs/*:refs/*']
        const args = ['-c', 'protocol.file.allow=always', `--git-dir=${repository}`, ...words]
        await git.runOrThrow(args, { repository, timeout, readable: [bundles] })
        await pointHeadAt(git, repository, branch)
      })
    }
  })
  await rm(bundles, { recursive: true })
}

async function isEmpty(git: Git, repository: string): Promise<boolean> {
  const args = [`--git-dir=${repository}`, 'for-each-ref', '--count=1']
  return (await git.runOrThrow(args, { repository, timeout })) === ''
}

/** Git is confined as it is for pushes, because the content of a repository is controlled by its owner. */
async function withGit<T>(
  folder: string,
  work: (place: RepositoryFolder) => Promise<T>,
): Promise<T> {
  const confinement = openGitConfinement(folder, { log: () => {}, endsLeftovers: false })
  try {
    return await work({ folder, git: createGit(confinement) })
  } finally {
    await confinement.close()
  }
}
