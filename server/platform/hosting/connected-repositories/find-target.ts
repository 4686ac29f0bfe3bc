import type { Platform } from '#platform/hosting/platform.ts'
import type { Application } from '#platform/model/hosting/application.ts'
import type { ConnectedRepository } from '#platform/model/hosting/connected-repositories/connected-repository.ts'
import { newestTag, tagRefs } from '#platform/model/hosting/connected-repositories/newest-tag.ts'
import { RemoteRepositoryError } from '#platform/model/hosting/connected-repositories/remote-repositories.ts'
import { validateBranch } from '#platform/model/hosting/names.ts'

/** What a repository has to deploy now. */
export interface Target {
  ref: `refs/${string}`
  /** The branch or tag without what all of them begin with. */
  name: string
  commit: string
}

export interface FoundTarget {
  /** Absent while no tag is one of those that are deployed. */
  target: Target | undefined
  /** Of the application. */
  branch: string
  hostKeys: string
}

/** Lists what a repository has, and finds what of it an application is deployed from. */
export async function findTarget(
  platform: Pick<Platform, 'store' | 'remoteRepositories'>,
  application: Application,
  repository: ConnectedRepository,
  signal: AbortSignal,
): Promise<FoundTarget> {
  return repository.tags.length > 0
    ? findTag(platform, application, repository, signal)
    : findBranch(platform, application, repository, signal)
}

async function findTag(
  { remoteRepositories }: Pick<Platform, 'remoteRepositories'>,
  { branch }: Application,
  repository: ConnectedRepository,
  signal: AbortSignal,
): Promise<FoundTarget> {
  const listed = { refs: tagRefs(repository.tags), signal }
  const { tags, isComplete, hostKeys } = await remoteRepositories.listHeads(repository, listed)
  if (!isComplete) {
    const patterns = repository.tags.join(', ')
    throw new RemoteRepositoryError(
      `The repository has more tags than Berth lists: connect it with a longer beginning than in ${patterns}.`,
    )
  }
  const name = newestTag(tags.keys(), repository.tags)
  const commit = name === undefined ? undefined : tags.get(name)
  const target = name !== undefined &&
    commit !== undefined && {
      ref: `refs/tags/${name}` as const,
      name,
      commit,
    }
  return { target: target || undefined, branch, hostKeys }
}

async function findBranch(
  { store, remoteRepositories }: Pick<Platform, 'store' | 'remoteRepositories'>,
  application: Application,
  repository: ConnectedRepository,
  signal: AbortSignal,
): Promise<FoundTarget> {
  const isFirst = application.commit === null && repository.head === null
  const { branches, hostKeys, defaultBranch } = await remoteRepositories.listHeads(repository, {
    // Of the others only a first look needs to know.
    refs: [isFirst ? 'refs/heads/*' : `refs/heads/${application.branch}`],
    signal,
  })
  const isOther = isFirst && defaultBranch !== undefined && !branches.has(application.branch)
  // It could not be known when the repository was connected: its host did not have the deploy key.
  const branch = isOther ? validateBranch(defaultBranch) : application.branch
  if (isOther) await store.applications.change(application.id, { branch })
  const commit = branches.get(branch)
  if (commit === undefined) {
    throw new RemoteRepositoryError(`The repository has no branch ${branch}.`)
  }
  return { target: { ref: `refs/heads/${branch}`, name: branch, commit }, branch, hostKeys }
}
