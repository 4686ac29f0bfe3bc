import { createHash } from 'node:crypto'
import { limitConcurrency } from '#kit/concurrency/concurrency-limit.ts'
import { gatherEnvironment } from '#platform/hosting/applications/gather-environment.ts'
import { findRuntime } from '#platform/hosting/deployments/runtimes.ts'
import type { Platform } from '#platform/hosting/platform.ts'
import type { Application } from '#platform/model/hosting/application.ts'
import { Failure } from '#platform/model/hosting/deployments/failure.ts'
import type { DeploymentId } from '#platform/model/ids.ts'
import { Refusal } from '#platform/model/refusal.ts'
import { expectedTools } from './exact-tools.ts'

/** Versions of tools by name. */
type Versions = ReadonlyMap<string, string>

/** Plans live commits again. */
export interface PlanAgain {
  /** Tools of the next deployment of the live commit; none for one of another server, or one that can no longer be planned. */
  plan(application: Application): Promise<Versions>
  /** Forgets the plans of all but these deployments. */
  forgetOthers(live: ReadonlySet<DeploymentId>): void
}

const planTimeout = 120_000
const unplanned: Versions = new Map()

/** One is planned at a time: planning has two threads, so that the other one is left for deployments. */
export function createPlanAgain(platform: () => Platform): PlanAgain {
  const pass = limitConcurrency({ maxConcurrent: 1 })
  /** The last plan of each live deployment, with what it was made from. */
  const plans = new Map<DeploymentId, { from: string; versions: Versions }>()

  const planOne = async (application: Application, id: DeploymentId): Promise<Versions> => {
    const { store, repositories, toolchains, clock } = platform()
    const deployment = await store.deployments.find(id)
    if (!deployment) return unplanned
    const signal = AbortSignal.timeout(planTimeout)
    let from: string | undefined
    let versions = unplanned
    try {
      const environment = await gatherEnvironment(platform(), application, deployment)
      // Lines end by the day.
      const day = new Date(clock()).toISOString().slice(0, 10)
      from = digest([environment, application.type, toolchains.status().date, day])
      const known = plans.get(id)
      if (known?.from === from) return known.versions
      const source = repositories.sourceOf(application.id, deployment.commit, signal)
      const runtime = findRuntime(platform(), application.type)
      const { tools } = await runtime.recipe(source, environment)
      const expected = await expectedTools(platform(), tools)
      versions = new Map(expected.map(({ name, version }) => [name, version]))
    } catch (error) {
      // One that takes too long hides none of the others.
      if (!(error instanceof Failure || error instanceof Refusal || signal.aborted)) throw error
    }
    if (from !== undefined) plans.set(id, { from, versions })
    return versions
  }

  return {
    async plan(application) {
      const { id, liveDeploymentId } = application
      if (!liveDeploymentId || !(await platform().placement.isLocal(id))) return unplanned
      return pass(() => planOne(application, liveDeploymentId))
    },
    forgetOthers(live) {
      for (const id of plans.keys()) if (!live.has(id)) plans.delete(id)
    },
  }
}

/** The values are secret, so only their hash is kept. */
const digest = (values: readonly unknown[]): string =>
  createHash('sha256').update(JSON.stringify(values)).digest('hex')
