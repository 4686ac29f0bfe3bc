import { withoutTrailingSlashes } from '#kit/net/slashes.ts'
import type { Platform } from '#platform/hosting/platform.ts'
import { makeBranchPreviewsDue } from '#platform/hosting/previews/follow-branch.ts'
import { forgetPullRequests } from '#platform/hosting/pull-requests/forget-pull-requests.ts'
import type { Application } from '#platform/model/hosting/application.ts'
import type {
  ConnectedRepository,
  RepositoryAccess,
} from '#platform/model/hosting/connected-repositories/connected-repository.ts'
import { isTagPattern } from '#platform/model/hosting/connected-repositories/newest-tag.ts'
import {
  type RemoteHeads,
  RemoteRepositoryError,
} from '#platform/model/hosting/connected-repositories/remote-repositories.ts'
import { parseRepositoryUrl } from '#platform/model/hosting/connected-repositories/repository-url.ts'
import { validateBranch } from '#platform/model/hosting/names.ts'
import type { ApplicationId, UserId } from '#platform/model/ids.ts'
import { Refusal } from '#platform/model/refusal.ts'
import type { Store } from '#platform/model/store.ts'

/** What somebody wants an application to be deployed from. */
export interface WantedRepository {
  url: string
  access: { by: 'nobody' } | { by: 'deploy-key' } | { by: 'token'; user?: string; token: string }
  /** That of the application when absent, or the default of the repository where nothing was deployed yet. */
  branch?: string | undefined
  paths?: readonly string[]
  /** Patterns of tags that are deployed in the place of a branch. */
  tags?: readonly string[]
}

const maxPaths = 50
const maxTags = 10
const maxTokenLength = 2000
/** GitHub, GitLab and Gitea ignore the name beside a token, and refuse an empty one. */
const tokenUser = 'x-access-token'
const maxListedBranches = 10

type Context = Pick<Platform, 'store' | 'clock' | 'remoteRepositories' | 'repositoryWorker'>

/**
 * Connects an application to a repository elsewhere, after a look at it. One that is read with a deploy key is connected even where
 * the look fails, because its host has to get the key first. The worker deploys the branch.
 */
export async function connectRepository(
  platform: Context & Pick<Platform, 'previewWorker' | 'pullRequestWorker'>,
  application: Application,
  wanted: WantedRepository,
  connectedBy: UserId,
): Promise<ConnectedRepository> {
  const { store, clock, remoteRepositories, repositoryWorker } = platform
  const known = await store.connectedRepositories.find(application.id)
  const url = urlFor(wanted)
  const objection = await remoteRepositories.objectionTo(url)
  if (objection) throw new Refusal('invalid', objection)
  const tags = tagsOf(wanted)
  const access = await accessFor(platform, application, { wanted, url, known })
  const isSame = known?.url === url && known.access.by === access.by
  const remote = { url, access, hostKeys: '' }
  const look = await remoteRepositories.listHeads(remote).catch((error: unknown) => {
    if (error instanceof RemoteRepositoryError) return error
    throw error
  })
  if (look instanceof RemoteRepositoryError && access.by !== 'deploy-key') refuseProblem(look)
  const isSeen = !(look instanceof RemoteRepositoryError)
  // With tags the branch only says where pushes to the platform go.
  const branch =
    tags.length > 0 ? application.branch : branchFor(application, wanted, isSeen ? look : undefined)
  const now = clock()
  const repository: ConnectedRepository = {
    applicationId: application.id,
    url,
    access,
    paths: pathsOf(wanted.paths ?? []),
    tags,
    hostKeys: isSeen ? look.hostKeys : '',
    head: isSame ? known.head : null,
    headBranch: isSame ? known.headBranch : '',
    connectedBy,
    connectedAt: isSame ? known.connectedAt : now,
    checkedAt: isSeen ? now : null,
    dueAt: otherDate(now, known),
    attempts: 0,
    lastError: isSeen ? '' : look.message,
  }
  await store.transaction(async (inside) => {
    await inside.connectedRepositories.put(repository)
    if (known?.url !== url) await forgetPullRequests(inside, application.id, now)
    if (branch !== application.branch) await inside.applications.change(application.id, { branch })
  })
  repositoryWorker.wake()
  platform.previewWorker.wake()
  platform.pullRequestWorker.wake()
  return repository
}

/** Looks at a public repository for an application that does not exist yet; throws a refusal where it could not be connected. */
export async function checkRepository(
  { remoteRepositories }: Pick<Context, 'remoteRepositories'>,
  wanted: WantedRepository,
): Promise<void> {
  const url = urlFor(wanted)
  const objection = await remoteRepositories.objectionTo(url)
  if (objection) throw new Refusal('invalid', objection)
  const remote = { url, access: { by: 'nobody' }, hostKeys: '' } as const
  const look = await remoteRepositories.listHeads(remote).catch(refuseProblem)
  branchFor({ branch: 'master', commit: null }, wanted, look)
}

/** Branches of the repository that an application is connected to, as they are now; `undefined` without one. */
export async function listConnectedBranches(
  { store, remoteRepositories }: Pick<Context, 'store' | 'remoteRepositories'>,
  applicationId: ApplicationId,
): Promise<string[] | undefined> {
  const repository = await store.connectedRepositories.find(applicationId)
  if (!repository) return undefined
  const { branches } = await remoteRepositories.listHeads(repository).catch((error: unknown) => {
    throw error instanceof RemoteRepositoryError ? new Refusal('conflict', error.message) : error
  })
  return [...branches.keys()]
}

function refuseProblem(error: unknown): never {
  if (!(error instanceof RemoteRepositoryError)) throw error
  throw new Refusal(error.isTransient ? 'unavailable' : 'invalid', error.message)
}

/** The repository of an application. */
export async function getConnectedRepository(
  { store }: Pick<Platform, 'store'>,
  applicationId: ApplicationId,
): Promise<ConnectedRepository> {
  const found = await store.connectedRepositories.find(applicationId)
  if (found) return found
  throw new Refusal('missing', 'The application is not connected to a repository.')
}

/**
 * Looks at a repository now, instead of at its time, and once more if that happens already: it may have seen less. Previews of
 * its branches are looked at as well.
 */
export async function checkNow(
  platform: Pick<Platform, 'store' | 'clock' | 'repositoryWorker' | 'previewWorker'>,
  applicationId: ApplicationId,
): Promise<void> {
  const now = platform.clock()
  await platform.store.transaction(async (inside) => {
    await makeDue(inside, applicationId, now)
    await makeBranchPreviewsDue(inside, applicationId, now)
  })
  platform.repositoryWorker.wake()
  platform.previewWorker.wake()
}

/** Makes a repository due inside a transaction; the caller wakes the worker. The date differs from the one before, by which a look in progress knows. */
export async function makeDue(
  store: Pick<Store, 'connectedRepositories'>,
  applicationId: ApplicationId,
  date: number,
): Promise<void> {
  const repository = await store.connectedRepositories.find(applicationId)
  if (!repository) return
  const dueAt = otherDate(date, repository)
  await store.connectedRepositories.change(applicationId, { dueAt, attempts: 0 })
}

const otherDate = (date: number, known: Pick<ConnectedRepository, 'dueAt'> | undefined) =>
  date === known?.dueAt ? date + 1 : date

/** Ends the connection of an application; a look in progress deploys nothing any more. */
export async function disconnectRepository(
  { store }: Pick<Platform, 'store'>,
  applicationId: ApplicationId,
): Promise<void> {
  await store.transaction(async (inside) => {
    await getConnectedRepository({ store: inside }, applicationId)
    await inside.repositoryWebhooks.remove(applicationId)
    await inside.connectedRepositories.remove(applicationId)
  })
}

/** A deploy key is for SSH: the address of a repository's page becomes the one for that. */
function urlFor({ url: text, access }: WantedRepository): string {
  try {
    const url = parseRepositoryUrl(text)
    if (access.by !== 'deploy-key' || url.scheme === 'ssh') return url.href
    const path = url.path.endsWith('.git') ? url.path : `${url.path}.git`
    return parseRepositoryUrl(`ssh://git@${new URL(url.href).hostname}/${path}`).href
  } catch (error) {
    const shown = JSON.stringify(text.slice(0, 200))
    throw new Refusal('invalid', `${shown} ${(error as Error).message}.`)
  }
}

async function accessFor(
  { remoteRepositories }: Pick<Context, 'remoteRepositories'>,
  { id }: Application,
  {
    wanted: { access },
    url,
    known,
  }: { wanted: WantedRepository; url: string; known: ConnectedRepository | undefined },
): Promise<RepositoryAccess> {
  const isSsh = url.startsWith('ssh:')
  if (access.by === 'deploy-key') {
    // Its host has the key of this one already.
    if (known?.url === url && known.access.by === 'deploy-key') return known.access
    return { by: 'deploy-key', ...(await remoteRepositories.createDeployKey(`berth ${id}`)) }
  }
  if (isSsh) {
    throw new Refusal('invalid', 'A repository is read over SSH with a deploy key: ask for one.')
  }
  if (access.by === 'nobody') return access
  const { user = tokenUser, token } = access
  const isUsable = /^[\x21-\x7e]+$/.test(token) && token.length <= maxTokenLength
  if (!isUsable || !/^[\w.@+-]{1,200}$/.test(user)) {
    throw new Refusal('invalid', 'The token, or the user that belongs to it, is not valid.')
  }
  return { by: 'token', user, token }
}

function branchFor(
  { branch: current, commit }: Pick<Application, 'branch' | 'commit'>,
  { branch }: WantedRepository,
  look: RemoteHeads | undefined,
): string {
  const chosen = validateBranch(
    branch ?? (commit === null ? look?.defaultBranch : undefined) ?? current,
  )
  if (!look || look.branches.has(chosen)) return chosen
  const names = [...look.branches.keys()].slice(0, maxListedBranches)
  const there = names.length > 0 ? `It has ${names.join(', ')}` : 'It has no branch yet'
  const more = look.branches.size > names.length ? ' and others' : ''
  throw new Refusal('invalid', `The repository has no branch ${chosen}. ${there}${more}.`)
}

function pathsOf(paths: readonly string[]): string[] {
  if (paths.length > maxPaths) throw new Refusal('invalid', `Give at most ${maxPaths} paths.`)
  return paths.map((given) => {
    const path = withoutTrailingSlashes(given).replace(/^(\.?\/)+/, '')
    const isPath = path !== '' && path.length <= 1000 && !path.split('/').includes('..')
    if (isPath && !path.includes('\0')) return path
    throw new Refusal('invalid', `${JSON.stringify(given.slice(0, 100))} is not a path.`)
  })
}

function tagsOf({ tags = [], branch }: WantedRepository): string[] {
  if (tags.length > 0 && branch !== undefined) {
    throw new Refusal('invalid', 'Give either a branch or tags: one of them is deployed.')
  }
  if (tags.length > maxTags) throw new Refusal('invalid', `Give at most ${maxTags} tags.`)
  for (const pattern of tags) {
    if (isTagPattern(pattern)) continue
    const shown = JSON.stringify(pattern.slice(0, 100))
    throw new Refusal('invalid', `${shown} is not a tag, or a pattern of tags such as v*.`)
  }
  return [...tags]
}
