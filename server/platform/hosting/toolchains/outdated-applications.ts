import { limitConcurrency } from '#kit/concurrency/concurrency-limit.ts'
import { gatherEnvironment } from '#platform/hosting/applications/gather-environment.ts'
import { findRuntime } from '#platform/hosting/deployments/runtimes.ts'
import type { Platform } from '#platform/hosting/platform.ts'
import type { Application } from '#platform/model/hosting/application.ts'
import type { Deployment } from '#platform/model/hosting/deployments/deployment.ts'
import { Failure } from '#platform/model/hosting/deployments/failure.ts'
import type { Tool } from '#platform/model/hosting/recipe/recipe.ts'
import type { ApplicationId, DeploymentId } from '#platform/model/ids.ts'
import { Refusal } from '#platform/model/refusal.ts'
import { type OutdatedTool, outdatedTools } from './outdated-tools.ts'

/** An application whose live release runs on outdated tools. */
export interface OutdatedApplication {
  application: Application
  tools: (OutdatedTool & {
    /** What a deployment of the same commit would get; `null` where it would not have the tool, or cannot be planned here. */
    next: string | null
  })[]
}

type Context = Pick<
  Platform,
  'store' | 'toolchains' | 'clock' | 'placement' | 'repositories' | 'runtimes'
>

/** Planning has two threads; the other one is left for deployments, however many ask for the list. */
const pass = limitConcurrency({ maxConcurrent: 1 })
const planTimeout = 120_000

/** Applications that run, by name; each is planned again at its live commit. */
export async function listOutdated(platform: Context): Promise<OutdatedApplication[]> {
  const applications = await platform.store.applications.listAll()
  const found = await Promise.all(
    applications
      .filter(({ wanted, liveDeploymentId }) => wanted === 'up' && liveDeploymentId)
      .map((application) => pass(() => outdatedOf(platform, application))),
  )
  return found
    .flatMap((each) => each ?? [])
    .sort((one, other) => one.application.name.localeCompare(other.application.name))
}

async function outdatedOf(
  platform: Context,
  application: Application,
): Promise<OutdatedApplication | undefined> {
  const { store } = platform
  const id = application.liveDeploymentId
  const [release, deployment] = id
    ? await Promise.all([store.releases.find(id), store.deployments.find(id)])
    : []
  if (!release || !deployment) return undefined
  const outdated = outdatedTools(platform, release.recipe)
  if (outdated.length === 0) return undefined
  const planned = await planAgain(platform, application, deployment)
  const next = new Map(planned.map(({ name, version }) => [name, version]))
  return {
    application,
    tools: outdated.map((tool) => ({ ...tool, next: next.get(tool.name) ?? null })),
  }
}

/** Tools of the next deployment of the live commit; none for a commit of another server, or one that can no longer be planned. */
async function planAgain(
  platform: Context,
  application: Application,
  deployment: Deployment,
): Promise<readonly Tool[]> {
  if (!(await platform.placement.isLocal(application.id))) return []
  const signal = AbortSignal.timeout(planTimeout)
  try {
    const environment = await gatherEnvironment(platform, application, deployment)
    const source = platform.repositories.sourceOf(application.id, deployment.commit, signal)
    return (await findRuntime(platform, application.type).recipe(source, environment)).tools
  } catch (error) {
    // One that takes too long hides none of the others.
    if (error instanceof Failure || error instanceof Refusal || signal.aborted) return []
    throw error
  }
}

/** Cause of the deployments that an operator asks for. */
const outdatedCause = 'its tools are outdated'

/** Queues a deployment of an application at its commit, which then gets the tools of the catalogue. */
export async function redeployOutdated(
  { store, restarts, queue }: Pick<Platform, 'store' | 'restarts' | 'queue'>,
  applicationId: ApplicationId,
): Promise<DeploymentId> {
  const queued = await store.transaction((inside) =>
    restarts.enqueue(inside, [applicationId], { cause: outdatedCause }),
  )
  if (queued.length === 0) {
    throw new Refusal(
      'conflict',
      'The application does not run, or a deployment of it is queued already.',
    )
  }
  queue.wake(applicationId)
  const [deployment] = await store.deployments.listOf(applicationId, { limit: 1 })
  if (!deployment) throw new Error(`${applicationId} has no deployment after one was queued`)
  return deployment.id
}
