import type { Platform } from '#platform/hosting/platform.ts'
import type { Application } from '#platform/model/hosting/application.ts'
import type { Recipe } from '#platform/model/hosting/recipe/recipe.ts'
import type {
  OutdatedApplication,
  OutdatedApplications,
} from '#platform/model/hosting/toolchains/outdated.ts'
import type { DeploymentId } from '#platform/model/ids.ts'
import { outdatedTools } from './outdated-tools.ts'
import { createPlanAgain } from './plan-again.ts'

type RunTools = Pick<Recipe, 'runtime' | 'tools'>

/** Recipes that are read in one query, so that other calls are answered in between. */
const batch = 200

/**
 * Which applications run on outdated tools. The tools of a release never change, so they are kept for each live one; whether they are outdated is
 * decided again each time, by the catalogue of then.
 */
export function createOutdatedApplications(platform: () => Platform): OutdatedApplications {
  const known = new Map<DeploymentId, RunTools>()
  const planAgain = createPlanAgain(platform)

  const learn = async (ids: readonly DeploymentId[]) => {
    const missing = ids.filter((id) => !known.has(id))
    for (let from = 0; from < missing.length; from += batch) {
      const read = await platform().store.releases.recipesOf(missing.slice(from, from + batch))
      for (const [id, { runtime, tools }] of read) known.set(id, { runtime, tools })
    }
  }

  const outdatedOf = (application: Application): OutdatedApplication[] => {
    const run = isRunning(application) && known.get(application.liveDeploymentId)
    const tools = run ? outdatedTools(platform(), run) : []
    return tools.length > 0 ? [{ application, tools }] : []
  }

  return {
    async list() {
      const running = (await platform().store.applications.listAll()).filter(isRunning)
      const live = new Set(running.map(({ liveDeploymentId }) => liveDeploymentId))
      for (const id of known.keys()) if (!live.has(id)) known.delete(id)
      planAgain.forgetOthers(live)
      await learn([...live])
      return running
        .flatMap(outdatedOf)
        .sort((one, other) => one.application.name.localeCompare(other.application.name))
    },
    async find(application) {
      if (isRunning(application)) await learn([application.liveDeploymentId])
      return outdatedOf(application)[0]
    },
    async plan({ application, tools }) {
      const next = await planAgain.plan(application)
      return {
        application,
        tools: tools.map((tool) => ({ ...tool, next: next.get(tool.name) ?? null })),
      }
    },
  }
}

const isRunning = (
  application: Application,
): application is Application & { liveDeploymentId: DeploymentId } =>
  application.wanted === 'up' && !application.suspended && Boolean(application.liveDeploymentId)
