import { backoff } from '#kit/concurrency/backoff.ts'
import { hostAccessOf } from '#platform/hosting/git-hosts/host-repository.ts'
import type { Platform } from '#platform/hosting/platform.ts'
import type { Application } from '#platform/model/hosting/application.ts'
import { GitHostError } from '#platform/model/hosting/git-hosts/git-host-client.ts'
import type { QueuedStatus } from '#platform/model/hosting/git-hosts/queued-status.ts'
import { maxAge } from './queue-statuses.ts'
import { repositoryOwner } from './status-of-event.ts'

/** Between attempts that fail. */
export const pauses = { first: 30_000, max: 3_600_000 }

type Context = Pick<Platform, 'store' | 'clock' | 'gitHostClients' | 'consoleUrl' | 'logs'>

/**
 * Makes one attempt to give a status to its host; returns whether it is done with. What only another attempt may change is
 * tried again for a day, with growing pauses; the rest is given up at once.
 */
export async function sendStatus(
  platform: Context,
  status: QueuedStatus,
  signal: AbortSignal,
): Promise<boolean> {
  const { store, clock } = platform
  try {
    const application = await store.applications.find(status.applicationId)
    if (application) await giveToHost(platform, application, status, signal)
    await store.queuedStatuses.remove(status)
    return true
  } catch (error) {
    if (signal.aborted) return false
    const dueAt = clock() + backoff(status.attempts, pauses)
    const isKnown = error instanceof GitHostError
    const isLasting = isKnown && (error.problem === 'missing' || error.problem === 'refused')
    if (!isLasting && dueAt < status.queuedAt + maxAge) {
      await store.queuedStatuses.postpone(status, dueAt)
    } else {
      await store.queuedStatuses.remove(status)
      if (isKnown) tell(platform, status, error.message)
    }
    if (!isKnown) throw error
    return false
  }
}

async function giveToHost(
  platform: Context,
  application: Application,
  { commit, state, description, deploymentId }: QueuedStatus,
  signal: AbortSignal,
): Promise<void> {
  const { store } = platform
  const { id, ownerId, previewOf } = application
  const connected = await store.connectedRepositories.find(repositoryOwner(application))
  const access = connected && (await hostAccessOf(platform, connected, signal))
  if (!access || access.repository.token === null) return
  const page = `organisations/${ownerId}/applications/${id}/deployments/${deploymentId}`
  const url = `${platform.consoleUrl()}/${page}`
  const parent = previewOf === null ? undefined : await store.applications.find(previewOf)
  // Each pull request has a preview of another name, but people see one row of statuses.
  const context = parent ? `berth/${parent.name}/preview` : `berth/${application.name}`
  const status = { state, context, description, url }
  await access.client.setCommitStatus(access.repository, commit, status, signal)
}

function tell(
  { logs }: Context,
  { applicationId, commit, deploymentId }: QueuedStatus,
  sentence: string,
): void {
  logs.append({
    applicationId,
    deploymentId,
    instanceId: '',
    commit,
    origin: 'deployment',
    severity: 'warning',
    message: `The status of ${commit.slice(0, 7)} did not reach the host of its repository: ${sentence}`,
  })
}
