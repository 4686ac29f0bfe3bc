import type { Environment } from '#platform/model/hosting/environment.ts'
import { goalWords, readPlatformJson } from '#runtimes/java/platform-json.ts'
import type { Place } from '#runtimes/pipeline/app-folder.ts'
import { setting } from '#runtimes/variable.ts'

/** What sbt is told to do. */
export interface DeployGoal {
  /** Words that begin with `-`, for sbt and for the start. */
  options: string[]
  /** Tasks for sbt. */
  tasks: string[]
  /** Where it was read; absent when nobody wrote a goal. */
  origin?: string
}

const example = '{"deploy": {"goal": "-Dconfig.resource=prod.conf"}}'

/** `SBT_DEPLOY_GOAL`, else `deploy.goal` of the file `sbt.json`, else the task `stage`. */
export async function readDeployGoal(place: Place, environment: Environment): Promise<DeployGoal> {
  const variable = setting(environment, 'SBT_DEPLOY_GOAL')
  if (variable !== undefined) return parseGoal(variable, 'SBT_DEPLOY_GOAL')
  const file = await readPlatformJson(place, 'sbt.json', example)
  const goal = file?.text('deploy', 'goal')
  return goal === undefined ? { options: [], tasks: ['stage'] } : parseGoal(goal, file?.path ?? '')
}

function parseGoal(text: string, origin: string): DeployGoal {
  const words = goalWords(text, origin, 'sbt')
  const tasks = words.filter((word) => !word.startsWith('-'))
  return {
    options: words.filter((word) => word.startsWith('-')),
    tasks: tasks.length > 0 ? tasks : ['stage'],
    origin,
  }
}
