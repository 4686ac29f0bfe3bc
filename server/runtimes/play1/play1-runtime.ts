import { Failure } from '#platform/model/hosting/deployments/failure.ts'
import type { BuildStep, Recipe } from '#platform/model/hosting/recipe/recipe.ts'
import type { Catalogue } from '#runtimes/choose-version.ts'
import { agentNotes, agentOptions } from '#runtimes/java/agents.ts'
import { heapOption, javaVariables } from '#runtimes/java/java-variables.ts'
import { chooseJava } from '#runtimes/java/java-version.ts'
import { type PlannedRuntime, withPipeline } from '#runtimes/pipeline/pipeline.ts'
import type { PlanOrder } from '#runtimes/planner.ts'
import { line, type PlatformVariable, setting } from '#runtimes/variable.ts'
import { type ApplicationConf, confPath, readApplicationConf } from './application-conf.ts'
import { choosePlay1 } from './play1-version.ts'

const noRoutes =
  'conf/routes is missing: no Play 1 application starts without one. Begin with the line "GET / Application.index".'

/** Variables of Play 1 applications besides those of every application. */
export const play1Variables: readonly PlatformVariable[] = [
  {
    name: 'PLAY1_VERSION',
    kind: line,
    meaning:
      'The line of the framework: 1.2, 1.3, 1.4 or 1.5; the file play1_version also says it.',
  },
  ...javaVariables,
]

/** Applications of the Play framework, 1.x line. */
export function createPlay1Runtime(catalogue: Catalogue): PlannedRuntime {
  const variables = play1Variables
  const plan = (order: PlanOrder) => planPlay1(order, catalogue)
  return withPipeline({ type: 'play1', title: 'Play 1', variables, plan }, catalogue)
}

async function planPlay1(order: PlanOrder, catalogue: Catalogue): Promise<Recipe> {
  const { source, environment } = order
  const play = await choosePlay1(order, environment, catalogue.versions('play1'))
  const conf = await readApplicationConf(source)
  const java = chooseJava(order, catalogue, {
    line: '8',
    why: `Play ${play.version} compiles with it`,
  })
  const profile = `--%${conf.profile}`
  const memory = conf.get('jvm.memory')?.trim()
  const files = await source.list('conf')
  if (!files.includes('routes')) throw new Failure('recipe', noRoutes)
  const start = setting(environment, 'CC_RUN_COMMAND')
  return {
    runtime: 'play1',
    tools: [java.tool, { name: 'play1', version: play.version }],
    build: [
      ...(files.includes('dependencies.yml') ? [step('dependencies', profile)] : []),
      step('precompile', profile),
    ],
    start: start ? ['sh', '-c', start] : ['play1', 'run', profile],
    startup: 'slow',
    // What the owner wrote for this application wins over what would fit the instance.
    ...(memory ? {} : { memoryOption: heapOption }),
    omittedInBuild: agentOptions,
    environment: memory ? { PLAY1_MEMORY: memory } : {},
    notes: [play.note, java.note, `Profile ${conf.profile}`, ...agentNotes(environment)],
    warnings: [...javaWarnings(java.tool.version), ...confWarnings(conf)],
  }
}

const step = (command: string, profile: string): BuildStep => ({
  title: `play ${command} ${profile}`,
  command: ['play1', command, profile],
})

const javaWarnings = (version: string): string[] =>
  version === '8'
    ? []
    : [
        `Play 1.2 to 1.5 compile applications for Java 8 at most: with CC_JAVA_VERSION ${version} the build can fail.`,
      ]

/** What behaves differently behind a router that ends TLS, or for visitors of a platform. */
function* confWarnings(conf: ApplicationConf): Generator<string> {
  if (conf.get('XForwardedSupport') === undefined) {
    yield `XForwardedSupport is not set in ${confPath}: request.secure is false for visitors who come by HTTPS. Set XForwardedSupport=all.`
  }
  if (conf.get('application.mode')?.trim().toLowerCase() !== 'prod') {
    yield `application.mode is not prod in ${confPath}: set %${conf.profile}.application.mode=prod.`
  }
}
