import { backoff } from '#kit/concurrency/backoff.ts'
import { hostAccessOf } from '#platform/hosting/git-hosts/host-repository.ts'
import type { Platform } from '#platform/hosting/platform.ts'
import { removePreview } from '#platform/hosting/previews/change-preview.ts'
import { previewSettingsOf } from '#platform/hosting/previews/find-preview.ts'
import type { Application } from '#platform/model/hosting/application.ts'
import type { ConnectedRepository } from '#platform/model/hosting/connected-repositories/connected-repository.ts'
import { RemoteRepositoryError } from '#platform/model/hosting/connected-repositories/remote-repositories.ts'
import { GitHostError } from '#platform/model/hosting/git-hosts/git-host-client.ts'
import {
  newPullRequestSync,
  type PullRequestAnnouncement,
  type PullRequestSync,
} from '#platform/model/hosting/pull-requests/pull-request-sync.ts'
import type { ApplicationId } from '#platform/model/ids.ts'
import type { Store } from '#platform/model/store.ts'
import {
  decidePreviews,
  isOfPullRequest,
  type PullRequestFindings,
  type PullRequestPreview,
} from './decide-previews.ts'
import { findByApi, findByRefs } from './find-pull-requests.ts'
import { takeSteps } from './take-steps.ts'

/** Between looks that fail: announcements do not shorten it. */
const pauses = { first: 10_000, max: 300_000 }

/** Looks at the pull requests of an application's repository once, and brings its previews in line. The outcome is stored. */
export async function syncPullRequests(
  platform: Platform,
  applicationId: ApplicationId,
  signal: AbortSignal,
): Promise<void> {
  const { store, clock, policies } = platform
  const before = await store.pullRequestSyncs.find(applicationId)
  const sync = before ?? newPullRequestSync(applicationId)
  try {
    const application = await store.applications.find(applicationId)
    if (!application) return
    const announced = await store.pullRequestAnnouncements.listOf(applicationId)
    const { problem, repositoryUrl, ...found } = await bringInLine(platform, application, {
      sync,
      announced,
      signal,
    })
    await store.transaction(async (inside) => {
      const repository = await inside.connectedRepositories.find(applicationId)
      // What was found is of the one before; the one that is there now is looked at next.
      if (repository?.url !== repositoryUrl) return
      const dueAt = clock() + policies.repositoryInterval
      const outcome = { dueAt, attempts: 0, lastError: problem }
      await putUnlessDue(inside, sync, { ...found, ...outcome })
      await inside.pullRequestAnnouncements.remove(announced)
    })
    if (problem !== '' && problem !== sync.lastError) tell(platform, applicationId, problem)
  } catch (error) {
    if (signal.aborted) return
    const isExplained = error instanceof GitHostError || error instanceof RemoteRepositoryError
    const lastError = isExplained ? error.message : 'Something went wrong in Berth.'
    const dueAt = clock() + backoff(sync.attempts, pauses)
    const outcome = { dueAt, attempts: sync.attempts + 1, lastError }
    await store.transaction((inside) => putUnlessDue(inside, sync, outcome))
    if (lastError !== sync.lastError) tell(platform, applicationId, lastError)
    if (!isExplained) throw error
  }
}

/** Stores the outcome; a date that somebody has set during the look stays. */
async function putUnlessDue(
  store: Pick<Store, 'pullRequestSyncs'>,
  before: PullRequestSync,
  outcome: Partial<PullRequestSync>,
): Promise<void> {
  const current = (await store.pullRequestSyncs.find(before.applicationId)) ?? before
  const dueAt = current.dueAt === before.dueAt ? outcome.dueAt : undefined
  await store.pullRequestSyncs.put({ ...current, ...outcome, dueAt: dueAt ?? current.dueAt })
}

/** Tells the owner, in the log of the application. */
function tell({ logs }: Platform, applicationId: ApplicationId, problem: string): void {
  logs.append({
    applicationId,
    deploymentId: '',
    instanceId: '',
    commit: '',
    origin: 'deployment',
    severity: 'warning',
    message: `Pull requests: ${problem}`,
  })
}

interface Look {
  sync: PullRequestSync
  announced: readonly PullRequestAnnouncement[]
  signal: AbortSignal
}

interface Outcome extends Pick<PullRequestSync, 'seen' | 'highest' | 'checkedAt'> {
  problem: string
  /** That was looked at; absent without one. */
  repositoryUrl?: string | undefined
}

async function bringInLine(
  platform: Platform,
  application: Application,
  look: Look,
): Promise<Outcome> {
  const { store, clock } = platform
  const { sync } = look
  const previews = (await store.previews.listOf(application.id)).filter(isOfPullRequest)
  const settings = await previewSettingsOf({ store }, application.id)
  const repository = await store.connectedRepositories.find(application.id)
  if (!repository) {
    for (const preview of previews) await removePreview(platform, preview)
    return { seen: {}, highest: null, checkedAt: null, problem: '' }
  }
  const findings = await find(platform, { repository, previews, look })
  const { steps, seen } = decidePreviews({
    previews,
    findings,
    seen: sync.checkedAt === null ? null : sync.seen,
    maxPreviews: settings.maxPreviews,
  })
  // Where no more are allowed, those that are there go on.
  const isOn = settings.isEnabled && settings.pullRequests
  const allowed = steps.filter((step) => isOn || step.do !== 'create')
  const { failed, problem } = await takeSteps(platform, application, allowed, repository)
  // They are wanted again at the next look.
  for (const number of failed) delete seen[number]
  // After it was off, it begins like the first time.
  const checkedAt = isOn ? clock() : null
  const { url: repositoryUrl } = repository
  return { seen: isOn ? seen : {}, highest: findings.highest, checkedAt, problem, repositoryUrl }
}

interface Situation {
  repository: ConnectedRepository
  previews: readonly PullRequestPreview[]
  look: Look
}

/** Asks the host; where nobody may, git lists its refs. */
async function find(
  platform: Platform,
  { repository, previews, look }: Situation,
): Promise<PullRequestFindings & Pick<PullRequestSync, 'highest'>> {
  const { sync, announced, signal } = look
  const previewed = previews.map(({ source }) => source.number)
  const access = await hostAccessOf(platform, repository, signal)
  if (access) {
    const asked = [...announced.map(({ number }) => number), ...previewed]
    const seen = Object.keys(sync.seen).map(Number)
    try {
      const found = await findByApi(access, { asked, seen }, signal)
      return { ...found, highest: sync.highest }
    } catch (error) {
      const isHidden =
        error instanceof GitHostError &&
        (error.problem === 'forbidden' || error.problem === 'missing')
      if (!isHidden || access.repository.host.kind === 'bitbucket') throw error
    }
  }
  const heads = await platform.remoteRepositories.listPullRequestHeads(repository, signal)
  return findByRefs({ heads, previewed, announced, highest: sync.highest })
}
