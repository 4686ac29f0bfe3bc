import { Failure } from '#platform/model/hosting/deployments/failure.ts'
import type { BuildStep, Recipe, Tool } from '#platform/model/hosting/recipe/recipe.ts'
import type { PlatformJson } from '#runtimes/java/platform-json.ts'
import type { PlanOrder } from '#runtimes/planner.ts'
import { quote, setting } from '#runtimes/variable.ts'
import { filePath } from './jvm-variables.ts'

/** How the application starts, and what is looked for at the end of the build. */
export interface JvmStart {
  tools: Tool[]
  start: Recipe['start']
  checks: BuildStep[]
  note: string
  /** Paths that have to answer, as variables. */
  environment?: Record<string, string>
}

/** The jar of `CC_JAR_PATH` or `deploy.jarName`, else the only one that there is. */
export async function planJarStart(
  { source, environment }: PlanOrder,
  { file, isBuilt }: { file: PlatformJson | undefined; isBuilt: boolean },
): Promise<JvmStart> {
  const variable = setting(environment, 'CC_JAR_PATH')
  const named = variable ?? file?.text('deploy', 'jarName')
  if (named !== undefined && !filePath.accepts(named)) {
    throw new Failure(
      'recipe',
      `"deploy.jarName" in ${file?.path} is ${quote(named)}, and ${filePath.words}.`,
    )
  }
  if (!isBuilt && named === undefined) {
    const jars = (await source.list('')).filter((name) => name.endsWith('.jar'))
    if (jars.length === 0) {
      throw new Failure(
        'recipe',
        'There is nothing to build or to start: commit a pom.xml, a build.gradle or a build.xml, or a jar and its path in CC_JAR_PATH.',
      )
    }
  }
  const words = named === undefined ? [] : ['--', named]
  const origin = variable === undefined ? `deploy.jarName in ${file?.path}` : 'CC_JAR_PATH'
  return {
    tools: [{ name: 'start-jar', version: '1' }],
    start: ['start-jar', ...words],
    checks: [
      { title: 'Looking for the jar to start', command: ['start-jar', '--check', ...words] },
    ],
    note:
      named === undefined
        ? 'The jar that the build has made is started.'
        : `${quote(named)} is started (${origin}).`,
  }
}
