import type { Environment } from '#platform/model/hosting/environment.ts'
import { commandText } from '#platform/model/hosting/recipe/describe-recipe.ts'
import type { BuildStep, Recipe } from '#platform/model/hosting/recipe/recipe.ts'
import type { Catalogue } from '#runtimes/choose-version.ts'
import { agentNotes, agentOptions } from '#runtimes/java/agents.ts'
import { buildHeap, jvmMemory } from '#runtimes/java/java-variables.ts'
import { type PlannedRuntime, withPipeline } from '#runtimes/pipeline/pipeline.ts'
import type { PlanOrder } from '#runtimes/planner.ts'
import { setting } from '#runtimes/variable.ts'
import { type DeployGoal, readDeployGoal } from './deploy-goal.ts'
import { jvmProperties } from './jvm-properties.ts'
import { findPlay, type PlayProject, type PlayStart, planPlayStart } from './play-advice.ts'
import { readPlayConfiguration } from './play-configuration.ts'
import { chooseSbtJava, compareVersions } from './sbt-java.ts'
import { sbtVariables } from './sbt-variables.ts'
import { readSbtVersion, sbtLauncher } from './sbt-version.ts'
import { stagedProgram, targetFolder } from './staged-program.ts'

/** Applications of the Play framework, 2.x and 3.x lines. */
export const createPlay2Runtime = (catalogue: Catalogue): PlannedRuntime =>
  create('play2', 'Play 2', catalogue)

/** Other applications that sbt builds. */
export const createSbtRuntime = (catalogue: Catalogue): PlannedRuntime =>
  create('sbt', 'sbt', catalogue)

const create = (type: 'play2' | 'sbt', title: string, catalogue: Catalogue): PlannedRuntime =>
  withPipeline(
    { type, title, variables: sbtVariables, plan: (order) => plan(order, type, catalogue) },
    catalogue,
  )

async function plan(
  order: PlanOrder,
  type: 'play2' | 'sbt',
  catalogue: Catalogue,
): Promise<Recipe> {
  const { source, environment } = order
  const goal = await readDeployGoal(order, environment)
  const sbt = await readSbtVersion(source, goal.options)
  const options = [...wordsOf(environment), ...goal.options]
  const play = await findPlay(source, {
    options,
    sbt,
    isPlay: type === 'play2',
    configuration: () =>
      readPlayConfiguration(source, {
        folder: targetFolder(environment),
        properties: jvmProperties(environment, goal.options),
        environment,
      }),
  })
  const java = chooseSbtJava(order, catalogue, { sbt, play: play?.line })
  const started = play && (await playStart(order, play, goal))
  return {
    runtime: type,
    tools: [java.tool, { name: 'sbt', version: sbtLauncher }],
    build: [buildStep(sbt, goal)],
    start: startCommand(order, goal.options, started),
    startup: 'slow',
    ...(started?.overlay && { provided: started.overlay.provided }),
    ...(started?.allowedHosts && { allowedHosts: started.allowedHosts }),
    memoryOption: [buildHeap('SBT_MEMORY'), ...jvmMemory(environment)],
    omittedInBuild: agentOptions,
    environment: {},
    notes: [
      ...(play ? [play.note] : []),
      `sbt ${sbt}`,
      java.note,
      ...agentNotes(environment),
      ...(started?.notes ?? []),
    ],
    warnings: [...java.warnings, ...(started?.warnings ?? [])],
  }
}

const playStart = ({ source, environment }: PlanOrder, { line }: PlayProject, goal: DeployGoal) =>
  planPlayStart(source, {
    line,
    folder: targetFolder(environment),
    options: goal.options,
    environment,
  })

/** Words of the variables that the JVM of sbt reads. */
const wordsOf = (environment: Environment) =>
  ['JAVA_TOOL_OPTIONS', 'SBT_OPTS'].flatMap((name) => environment[name]?.trim().split(/\s+/) ?? [])

/**
 * `stage` of Play would make the API documentation and pack it, which takes as long as compiling. A setting for all
 * modules leaves it out; one in the application's own build overrides that.
 */
function buildStep(sbt: string, { options, tasks }: DeployGoal): BuildStep {
  const words = [...options, ...tasks]
  const isDocumented = tasks.some((task) => task.toLowerCase().includes('doc'))
  return {
    title: titleOf(words),
    command: ['sbt', ...words],
    ...(!isDocumented && { environment: { SBT_GLOBAL_SETTINGS: noDocumentation(sbt) } }),
  }
}

/** sbt has had slashes since 1.1. */
const noDocumentation = (sbt: string) =>
  compareVersions(sbt, '1.1.0') < 0
    ? 'sources in (Compile, doc) := Seq.empty'
    : 'Compile / doc / sources := Seq.empty'

const maxTitleLength = 200

function titleOf(words: readonly string[]): string {
  const title = commandText(['sbt', ...words])
  return title.length > maxTitleLength ? `${title.slice(0, maxTitleLength)}…` : title
}

/** A file with the PID would keep an instance from starting again after a crash. */
const noPidFile = '-Dpidfile.path=/dev/null'

/** The owner's options come after ours, so that theirs count, except for the port. */
function startCommand(
  { environment, ports }: PlanOrder,
  given: readonly string[],
  started: PlayStart | undefined,
): Recipe['start'] {
  const own = setting(environment, 'CC_RUN_COMMAND')
  if (own !== undefined) return ['sh', '-c', own]
  const program = stagedProgram(environment)
  // The staged program passes on properties by itself, and other options of the JVM behind -J.
  const { launcher, options } = started?.overlay ?? { launcher: [], options: given }
  const words = options.map((option) => (option.startsWith('-X') ? `-J${option}` : option))
  return ['start-staged', ...launcher, program, noPidFile, ...words, `-Dhttp.port=${ports.own}`]
}
