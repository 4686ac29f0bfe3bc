import { loadOnce } from '#kit/concurrency/load-once.ts'
import type { Runtime } from '#platform/model/hosting/deployments/runtime.ts'
import type { Source } from '#platform/model/hosting/deployments/source.ts'
import type { Environment } from '#platform/model/hosting/environment.ts'
import type { Catalogue } from './choose-version.ts'
import { foreignVariables } from './foreign-variables.ts'
import type { PlannedRuntime } from './pipeline/pipeline.ts'
import { type RuntimeEntry, runtimeEntries } from './runtime-entries.ts'
import { createPlanningThreads, type PlanInThread } from './threads/planning-threads.ts'
import { shortTextsOf } from './threads/short-texts.ts'

/** All runtimes. Sources with long texts are planned in a worker thread, so that no text keeps the server from its other work. */
export function createRuntimes(catalogue: Catalogue): Runtime[] {
  const planInThread = createPlanningThreads(catalogue)
  const members = new Map(
    runtimeEntries.map(({ type, load }) => [type, loadOnce(() => load(catalogue))]),
  )
  const loadAll = () => Promise.all([...members.values()].map((member) => member()))
  return runtimeEntries.map((entry) => onDemand(entry, { planInThread, members, loadAll }))
}

interface Family {
  planInThread: PlanInThread
  members: ReadonlyMap<string, () => Promise<PlannedRuntime>>
  loadAll: () => Promise<PlannedRuntime[]>
}

function onDemand(
  { type, title, usesDockerfile }: RuntimeEntry,
  { planInThread, members, loadAll }: Family,
): Runtime {
  const load = members.get(type)
  if (!load) throw new Error(`no runtime ${type}`)
  return {
    type,
    title,
    ...(usesDockerfile && { usesDockerfile }),
    async recipe(source, environment) {
      const runtime = await load()
      const recipe = await planned(runtime, source, environment)
      const foreign = await foreignVariables(runtime, environment, loadAll)
      return { ...recipe, warnings: [...recipe.warnings, ...foreign] }
    },
  }

  async function planned(runtime: PlannedRuntime, source: Source, environment: Environment) {
    const here = shortTextsOf(source)
    try {
      const recipe = await runtime.recipe(here.source, environment)
      if (!here.isExceeded()) return recipe
    } catch (error) {
      if (!here.isExceeded()) throw error
    }
    return planInThread(type, source, environment)
  }
}
