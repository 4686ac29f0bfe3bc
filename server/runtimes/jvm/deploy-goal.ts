import { goalWords, type PlatformJson } from '#runtimes/java/platform-json.ts'
import type { PlanOrder } from '#runtimes/planner.ts'
import { setting } from '#runtimes/variable.ts'
import type { BuildTool } from './build-tools.ts'

/** What the variable of the type or `deploy.goal` of its file says. */
export interface DeployGoal {
  words: string[]
  origin: string
  /** It only builds: people write `package` there, as the variable of sbt is about the build too. */
  isBuild: boolean
}

const variables = { maven: 'MAVEN_DEPLOY_GOAL', gradle: 'GRADLE_DEPLOY_GOAL' } as const

/** Phases and tasks after which nothing runs. */
const builds: Readonly<Record<'maven' | 'gradle', ReadonlySet<string>>> = {
  maven: new Set(['clean', 'validate', 'compile', 'test', 'package', 'verify', 'install']),
  gradle: new Set(['clean', 'assemble', 'build', 'jar', 'bootJar', 'shadowJar', 'installDist']),
}

export function readDeployGoal(
  type: 'maven' | 'gradle',
  { environment }: PlanOrder,
  { tool, file }: { tool: BuildTool; file: PlatformJson | undefined },
): DeployGoal | undefined {
  const name = variables[type]
  const variable = setting(environment, name)
  const text = variable ?? file?.text('deploy', 'goal')
  if (text === undefined) return undefined
  const origin = variable === undefined ? `"deploy.goal" in ${file?.path}` : name
  const words = goalWords(text, origin, tool.program)
  const tasks = words.filter((word) => !word.startsWith('-'))
  const isBuild = tasks.length > 0 && tasks.every((task) => builds[type].has(task))
  return tasks.length === 0 ? undefined : { words, origin, isBuild }
}
