import { formatDuration } from '#kit/text/duration.ts'
import { newId } from '#kit/text/ids.ts'
import { suspendedSentence } from '#platform/billing/payments/refuse-suspended.ts'
import { enterState } from '#platform/events/deployment-events.ts'
import { getApplication } from '#platform/hosting/applications/find.ts'
import { createDeploymentLog } from '#platform/hosting/deployments/pipeline/deployment-log.ts'
import { promotedRelease } from '#platform/hosting/deployments/releases/reuse-artifact.ts'
import type { Platform } from '#platform/hosting/platform.ts'
import type { Application } from '#platform/model/hosting/application.ts'
import {
  type Deployment,
  type DeploymentAction,
  isEnded,
  isScaling,
} from '#platform/model/hosting/deployments/deployment.ts'
import type { ReleaseOrigin } from '#platform/model/hosting/deployments/release.ts'
import type { AuthorId, DeploymentId } from '#platform/model/ids.ts'
import { Refusal } from '#platform/model/refusal.ts'
import type { Store } from '#platform/model/store.ts'
import {
  type CommitRequest,
  type DescribedCommits,
  describeCommits,
  storeCommits,
} from './describe-commits.ts'

type Context = Pick<Platform, 'store' | 'queue' | 'clock' | 'times' | 'repositories' | 'logs'>

/** Admission check inside the transaction that queues a deployment; throws a refusal. */
export type Admission = (store: Store) => Promise<void>

export interface DeploymentRequest extends CommitRequest {
  cause: string
  authorId: AuthorId
  withoutCache?: boolean
  /** Release to start again. */
  rollbackTo?: DeploymentId
  /** Release whose artifact is deployed. */
  artifactOf?: DeploymentId | undefined
  /** What is promoted. */
  origin?: ReleaseOrigin
  /** Quota check of the owner; absent for requests of the platform itself. */
  admit?: Admission
}

/** Queues a deployment, durably. Older queued ones are cancelled. */
export async function requestDeployment(
  platform: Context,
  application: Application,
  request: DeploymentRequest,
): Promise<Deployment> {
  const { deployment, superseded } = await enqueue(platform, application, 'deploy', {
    ...request,
    history: await describeCommits(platform, application, request),
  })
  tellCancelled(platform, superseded)
  if (application.cancelOnPush) await cancelOlder(platform, application, deployment)
  platform.queue.wake(application.id)
  return deployment
}

/** Queues a stop of an application; unfinished deployments are cancelled first. */
export async function requestStop(
  platform: Context,
  application: Application,
  authorId: AuthorId,
): Promise<Deployment> {
  const commit = application.commit ?? ''
  const request = { commit, cause: 'Stop', authorId }
  const { deployment, superseded } = await enqueue(platform, application, 'stop', request)
  tellCancelled(platform, superseded)
  await cancelOlder(platform, application, deployment)
  platform.queue.wake(application.id)
  return deployment
}

/** Queues a scaling of the live release inside a transaction; the caller wakes the queue afterwards. */
export function enqueueScaling(
  platform: Pick<Context, 'store' | 'clock'>,
  application: Application,
  action: 'upscale' | 'downscale',
  request: Pick<DeploymentRequest, 'authorId' | 'admit'> & { cause?: string },
): Promise<EnqueueResult> {
  const commit = application.commit ?? ''
  return enqueue(platform, application, action, { cause: 'Scaling', ...request, commit })
}

/** Deploys a commit of the repository; default: the live one. */
export async function redeploy(
  platform: Context,
  application: Application,
  request: Pick<DeploymentRequest, 'authorId' | 'admit'> & {
    commit?: string | undefined
    withoutCache: boolean
  },
): Promise<Deployment> {
  const commit =
    request.commit ??
    application.commit ??
    (await platform.repositories.headOf(application.id, application.branch))
  if (!commit) {
    throw new Refusal('conflict', 'The application has never been deployed. Push a commit first.', {
      reason: 'never-deployed',
    })
  }
  if (
    !/^[0-9a-f]{40}$/.test(commit) ||
    !(await platform.repositories.has(application.id, commit))
  ) {
    throw new Refusal(
      'invalid',
      `The repository has no commit ${JSON.stringify(commit.slice(0, 64))}.`,
    )
  }
  const isLive = request.commit === undefined && !request.withoutCache
  const artifactOf = isLive ? await promotedRelease(platform, application) : undefined
  const wanted = { ...request, commit, cause: 'Restart', artifactOf }
  return requestDeployment(platform, application, wanted)
}

/** Cancels an unfinished deployment; one that is about to go live may still do so. */
export async function cancelDeployment(
  { store, queue, clock, times, logs }: Context,
  deployment: Deployment,
): Promise<void> {
  if (isEnded(deployment)) {
    throw new Refusal(
      'conflict',
      `Deployment ${deployment.number} has already ended: it is ${deployment.state}.`,
    )
  }
  await store.deployments.requestCancel(deployment.id)
  const why = 'The deployment was cancelled.'
  if (queue.cancel(deployment.id, why)) return
  if (await cancelQueued(store, deployment, clock(), why)) {
    tellCancelled({ logs, times }, [{ ...deployment, failure: why }])
  }
}

/** A queued deployment and those that it cancelled. */
export interface EnqueueResult {
  deployment: Deployment
  superseded: Deployment[]
}

/** Closes the logs of deployments cancelled in the queue. */
export function tellCancelled(
  { logs, times }: Pick<Platform, 'logs' | 'times'>,
  deployments: readonly Deployment[],
): void {
  for (const deployment of deployments) {
    const log = createDeploymentLog({ logs }, deployment)
    if (deployment.failure) log.warn(deployment.failure)
    log.warn(
      `Deploy cancelled after ${formatDuration(times.since(deployment.id, deployment.createdAt))}.`,
    )
  }
}

/** Queues a deployment and cancels those it supersedes; the caller wakes the queue. */
export async function enqueue(
  { store, clock }: Pick<Context, 'store' | 'clock'>,
  application: Application,
  action: DeploymentAction,
  {
    commit,
    cause,
    authorId,
    withoutCache = false,
    rollbackTo,
    artifactOf,
    origin,
    admit,
    history,
  }: DeploymentRequest & { history?: DescribedCommits },
): Promise<EnqueueResult> {
  const now = clock()
  return store.transaction(async (inside) => {
    const { currentInstances, suspended } = await getApplication({ store: inside }, application.id)
    if (suspended && action !== 'stop') throw new Refusal('conflict', suspendedSentence)
    await admit?.(inside)
    const deployment = await inside.deployments.add({
      id: newId('deployment'),
      applicationId: application.id,
      action,
      state: 'queued',
      cause,
      commit,
      instances: action === 'stop' ? 0 : currentInstances,
      authorId,
      createdAt: now,
      changedAt: now,
      withoutCache,
      rollbackTo: rollbackTo ?? null,
      artifactOf: artifactOf ?? null,
      origin: origin ?? null,
      attempts: 0,
      cancelRequested: false,
      failure: null,
    })
    if (history) await storeCommits(inside, deployment, history)
    const superseded: Deployment[] = []
    for (const older of await olderThan(inside, deployment)) {
      const why = `Superseded by deployment ${deployment.number}.`
      const isUseless = !isScaling(deployment) || isScaling(older)
      if (isUseless && older.state === 'queued' && older.attempts === 0) {
        await cancelQueued(inside, older, now, why)
        superseded.push({ ...older, failure: why })
      }
    }
    return { deployment, superseded }
  })
}

async function cancelOlder(
  { store, queue }: Context,
  application: Application,
  deployment: Deployment,
): Promise<void> {
  for (const older of await olderThan(store, deployment)) {
    await store.deployments.requestCancel(older.id)
    queue.cancel(older.id, `Superseded by deployment ${deployment.number} of ${application.name}.`)
  }
}

async function olderThan(store: Store, deployment: Deployment): Promise<Deployment[]> {
  const unfinished = await store.deployments.listUnfinished()
  return unfinished.filter(
    ({ applicationId, number }) =>
      applicationId === deployment.applicationId && number < deployment.number,
  )
}

/** Cancels a deployment that has not begun. */
export async function cancelQueued(
  store: Store,
  deployment: Deployment,
  now: number,
  why: string,
): Promise<boolean> {
  const change = { from: 'queued', to: 'cancelled', date: now, failure: why } as const
  return store.transaction((inside) => enterState(inside, deployment, change))
}
