import { type Environment, isOn } from '#platform/applications/environment.ts'
import { commandText } from '#platform/deployments/recipe/describe-recipe.ts'
import type { MemoryOption, Recipe } from '#platform/deployments/recipe/recipe.ts'
import type { Catalogue } from '#runtimes/choose-version.ts'
import { agentNotes, agentOptions } from '#runtimes/java/agents.ts'
import { heapOption, metaspaceOption } from '#runtimes/java/java-variables.ts'
import { type PlannedRuntime, withPipeline } from '#runtimes/pipeline/pipeline.ts'
import type { PlanOrder } from '#runtimes/planner.ts'
import { setting } from '#runtimes/variable.ts'
import { type DeployGoal, readDeployGoal } from './deploy-goal.ts'
import { findPlay, type PlayProject, playWarnings } from './play-advice.ts'
import { chooseSbtJava } from './sbt-java.ts'
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
    { type, title, variables: sbtVariables, plan: (order) => plan(order, type) },
    catalogue,
  )

async function plan(order: PlanOrder, type: 'play2' | 'sbt'): Promise<Recipe> {
  const { source, environment } = order
  const goal = await readDeployGoal(order, environment)
  const sbt = await readSbtVersion(source, goal.options)
  const play = await findPlay(source, goal.options, type === 'play2')
  const java = chooseSbtJava(environment, { sbt, play: play?.line })
  const words = [...goal.options, ...goal.tasks]
  return {
    runtime: type,
    tools: [java.tool, { name: 'sbt', version: sbtLauncher }],
    build: [{ title: titleOf(words), command: ['sbt', ...words] }],
    start: startCommand(environment, goal.options),
    startup: 'slow',
    memoryOption: memoryOptions(environment),
    omittedInBuild: agentOptions,
    environment: {},
    notes: [...(play ? [play.note] : []), `sbt ${sbt}`, java.note, ...agentNotes(environment)],
    warnings: [...java.warnings, ...(play ? await warningsOf(order, play, goal) : [])],
  }
}

const warningsOf = ({ source, environment }: PlanOrder, { line }: PlayProject, goal: DeployGoal) =>
  playWarnings(source, {
    line,
    folder: targetFolder(environment),
    options: goal.options,
    environment,
  })

const maxTitleLength = 200

function titleOf(words: readonly string[]): string {
  const title = commandText(['sbt', ...words])
  return title.length > maxTitleLength ? `${title.slice(0, maxTitleLength)}…` : title
}

/** A file with the PID would keep an instance from starting again after a crash. */
const noPidFile = '-Dpidfile.path=/dev/null'

/** The owner's options come after ours, so that theirs count, except for the port. */
function startCommand(environment: Environment, options: readonly string[]): Recipe['start'] {
  const own = setting(environment, 'CC_RUN_COMMAND')
  if (own !== undefined) return ['sh', '-c', own]
  const program = stagedProgram(environment)
  // The staged program passes on properties by itself, and other options of the JVM behind -J.
  const words = options.map((option) => (option.startsWith('-X') ? `-J${option}` : option))
  return ['start-staged', program, noPidFile, ...words, '-Dhttp.port=8080']
}

/** sbt compiles in its own heap; the rest is for its many class loaders. */
const sbtHeap: MemoryOption = {
  variable: 'SBT_MEMORY',
  option: '-XX:MaxHeapSize',
  unit: 'm',
  synonyms: ['-Xmx'],
  share: 0.6,
}

const memoryOptions = (environment: Environment): MemoryOption[] => [
  sbtHeap,
  heapOption,
  ...(isOn(environment, 'CC_DISABLE_MAX_METASPACE') ? [] : [metaspaceOption]),
]
