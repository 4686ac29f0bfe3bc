import { backoff } from '#kit/concurrency/backoff.ts'
import { requestDeployment } from '#platform/hosting/deployments/queue/requests.ts'
import { findGitHost } from '#platform/hosting/git-hosts/host-repository.ts'
import { makeHostWebhook } from '#platform/hosting/git-hosts/host-webhook.ts'
import type { Platform } from '#platform/hosting/platform.ts'
import { makeBranchPreviewsDue } from '#platform/hosting/previews/follow-branch.ts'
import { deploymentQuota } from '#platform/hosting/quotas/deployment-quota.ts'
import { recordAction } from '#platform/identity/audit/audit-log.ts'
import type { Application } from '#platform/model/hosting/application.ts'
import type { CommitSummary } from '#platform/model/hosting/commits/commit-summary.ts'
import type {
  ConnectedRepository,
  RepositoryChange,
} from '#platform/model/hosting/connected-repositories/connected-repository.ts'
import { RemoteRepositoryError } from '#platform/model/hosting/connected-repositories/remote-repositories.ts'
import { Refusal } from '#platform/model/refusal.ts'
import type { Store } from '#platform/model/store.ts'
import { findTarget } from './find-target.ts'

/** Between looks that fail. */
const pauses = { first: 60_000, max: 3_600_000 }

/** The repository or the branch was changed, or disconnected, during a look; what is wanted now is looked at next. */
class OutdatedLookError extends Error {}

/** Looks at a connected repository once, and deploys its branch if that has moved. The outcome is stored. */
export async function syncRepository(
  platform: Platform,
  repository: ConnectedRepository,
  signal: AbortSignal,
): Promise<void> {
  const { store, clock, policies } = platform
  const { applicationId } = repository
  try {
    const application = await store.applications.find(applicationId)
    if (!application) return
    const found = await lookAt(platform, application, repository, signal)
    const now = clock()
    // Before the look counts, so that after a crash it is made with the next one, in place of what this one has made.
    if (repository.checkedAt === null) {
      await makeHostWebhook(platform, { ...repository, checkedAt: now }, signal)
    }
    // What was announced meanwhile stays due.
    await store.connectedRepositories.changeSince(repository, {
      ...found,
      checkedAt: now,
      dueAt: now + policies.repositoryInterval,
      attempts: 0,
      lastError: '',
    })
  } catch (error) {
    if (signal.aborted || error instanceof OutdatedLookError) return
    const isExplained = error instanceof RemoteRepositoryError || error instanceof Refusal
    await store.connectedRepositories.changeSince(repository, {
      dueAt: clock() + backoff(repository.attempts, pauses),
      attempts: repository.attempts + 1,
      lastError: isExplained ? error.message : 'Something went wrong in Berth.',
    })
    if (!isExplained) throw error
  }
}

async function lookAt(
  platform: Platform,
  application: Application,
  repository: ConnectedRepository,
  signal: AbortSignal,
): Promise<RepositoryChange> {
  const { remoteRepositories } = platform
  const { target, branch, hostKeys } = await findTarget(platform, application, repository, signal)
  const isKnown = target?.commit === repository.head && target?.name === repository.headBranch
  // Nothing has the tag yet that is waited for.
  if (!target || isKnown) return { hostKeys }
  const known = { ...repository, hostKeys }
  const summary = await remoteRepositories.fetch(application.id, known, target.ref, signal)
  await deployCommit(platform, { ...application, branch }, known, {
    ...summary,
    seenAt: target.name,
  })
  platform.previewWorker.wake()
  return { hostKeys }
}

/** Deploys the commit, or leaves it out as its message or the paths want; either is stored as the head. */
async function deployCommit(
  platform: Platform,
  application: Application,
  repository: ConnectedRepository,
  { seenAt, ...summary }: CommitSummary & { seenAt: string },
): Promise<void> {
  const { store } = platform
  const { commit } = summary
  const { branch } = application
  const markSeen = async (inside: Store) => {
    const [known, current] = await Promise.all([
      inside.connectedRepositories.find(application.id),
      inside.applications.find(application.id),
    ])
    const isWanted =
      known?.url === repository.url &&
      known.tags.join() === repository.tags.join() &&
      current?.branch === branch
    if (!isWanted) throw new OutdatedLookError()
    await inside.connectedRepositories.change(application.id, { head: commit, headBranch: seenAt })
    // A merge moves this branch, and often ends another one that has a preview.
    await makeBranchPreviewsDue(inside, application.id, platform.clock())
  }
  await store.commitSummaries.put(application.id, summary)
  const reason = await skipReason(platform, application, repository, summary)
  if (reason !== undefined) {
    await store.transaction(markSeen)
    return platform.logs.append({
      applicationId: application.id,
      deploymentId: '',
      instanceId: '',
      commit,
      origin: 'deployment',
      severity: 'info',
      message: `${commit.slice(0, 7)} was not deployed: ${reason}`,
    })
  }
  const admit = await deploymentQuota(platform, application)
  await requestDeployment(platform, application, {
    commit,
    branch: seenAt,
    cause: await causeOf(platform, repository.url),
    authorId: '',
    // In the transaction of the deployment, so that a crash neither loses nor repeats it.
    admit: async (inside) => {
      await admit(inside)
      await markSeen(inside)
      await auditDeployment({ ...platform, store: inside }, application, { repository, commit })
    },
  })
  await platform.remoteRepositories.setBranch(application.id, branch, commit)
}

/** Author and message stay with the commit: targets have ids, which are published to those whom they name. */
async function auditDeployment(
  platform: Pick<Platform, 'store' | 'clock' | 'actionEvents'>,
  { id, ownerId }: Application,
  { repository, commit }: { repository: ConnectedRepository; commit: string },
): Promise<void> {
  const credential = 'connected repository' as const
  await recordAction(
    platform,
    { userId: '', credential, credentialId: repository.url, rights: [] },
    {
      ownerId,
      action: 'application.deploy-commit',
      target: `${id} ${commit}`,
      outcome: 'done',
      from: '',
    },
  )
}

/** Names that clients of the API know. */
async function causeOf(platform: Pick<Platform, 'store'>, url: string): Promise<string> {
  const found = await findGitHost(platform, url)
  return found?.host.kind === 'github' ? 'Github' : 'Git'
}

/** Why a commit is not deployed; `undefined` when it is. */
async function skipReason(
  { remoteRepositories }: Platform,
  { id, commit: live }: Application,
  { paths, head }: ConnectedRepository,
  { commit, message }: CommitSummary,
): Promise<string | undefined> {
  if (/\[skip deploy\]/i.test(message)) return 'its message says [skip deploy].'
  const before = head ?? live
  if (paths.length === 0 || before === null || before === commit) return undefined
  const changed = await remoteRepositories.changedPaths(id, before, commit)
  if (!changed || changed.some((path) => paths.some((one) => isWithin(path, one)))) return undefined
  return `it changes nothing in ${paths.join(', ')}.`
}

const isWithin = (path: string, folder: string) => path === folder || path.startsWith(`${folder}/`)
