import { loadOnce } from '#kit/concurrency/load-once.ts'
import type { Runtime } from '#platform/model/hosting/deployments/runtime.ts'
import type { Catalogue } from './choose-version.ts'
import { type RuntimeEntry, runtimeEntries } from './runtime-entries.ts'
import { createPlanningThreads, type PlanInThread } from './threads/planning-threads.ts'
import { shortTextsOf } from './threads/short-texts.ts'

/** All runtimes. Sources with long texts are planned in a worker thread, so that no text keeps the server from its other work. */
export function createRuntimes(catalogue: Catalogue): Runtime[] {
  const planInThread = createPlanningThreads(catalogue)
  return runtimeEntries.map((entry) => onDemand(entry, catalogue, planInThread))
}

function onDemand(
  { type, title, usesDockerfile, load }: RuntimeEntry,
  catalogue: Catalogue,
  planInThread: PlanInThread,
): Runtime {
  const member = loadOnce(() => load(catalogue))
  return {
    type,
    title,
    ...(usesDockerfile && { usesDockerfile }),
    async recipe(source, environment) {
      const runtime = await member()
      const here = shortTextsOf(source)
      try {
        const recipe = await runtime.recipe(here.source, environment)
        if (!here.isExceeded()) return recipe
      } catch (error) {
        if (!here.isExceeded()) throw error
      }
      return planInThread(type, source, environment)
    },
  }
}
