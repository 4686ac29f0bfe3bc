import { Failure } from '#platform/model/hosting/deployments/failure.ts'
import { isOn } from '#platform/model/hosting/environment.ts'
import type { BuildStep, Tool } from '#platform/model/hosting/recipe/recipe.ts'
import type { Catalogue } from '#runtimes/choose-version.ts'
import { compilerSystem } from '#runtimes/compiler-system.ts'
import { newestFirst } from '#runtimes/known-tools.ts'
import { type MiseFile, readMise } from '#runtimes/pipeline/mise.ts'
import { divideTools, type OtherTool } from '#runtimes/pipeline/mise-tools.ts'
import { type PlannedRuntime, withPipeline } from '#runtimes/pipeline/pipeline.ts'
import type { PlannedRecipe, PlanOrder } from '#runtimes/planner.ts'
import { setting } from '#runtimes/variable.ts'
import { linuxVariables } from './linux-variables.ts'
import { type Makefile, readMakefile } from './make-targets.ts'
import { hasMiseTask } from './mise-tasks.ts'

/** Applications in any language: commands of variables, tasks of mise or targets of a Makefile build and start them. */
export function createLinuxRuntime(catalogue: Catalogue): PlannedRuntime {
  const planner = {
    type: 'linux',
    title: 'Linux',
    variables: linuxVariables,
    installsOtherTools: true as const,
    plan: (order: PlanOrder) => planLinux(order, catalogue),
  }
  return withPipeline(planner, catalogue)
}

/** What builds or starts the application. */
interface Action {
  command: [string, ...string[]]
  /** As notes name it. */
  origin: string
  usesMise: boolean
}

interface Means {
  makefile: Makefile | undefined
  mise: MiseFile | undefined
  /** mise installs tools, so every command needs its `PATH`. */
  hasOtherTools: boolean
}

async function planLinux(order: PlanOrder, catalogue: Catalogue): Promise<PlannedRecipe> {
  const { environment } = order
  const mise = await readMise(order, environment)
  const others = mise ? divideTools(mise, { catalogue, installsOthers: true }).others : []
  const means: Means = {
    makefile: await readMakefile(order),
    mise,
    hasOtherTools: others.length > 0,
  }
  const build = await chooseAction(order, means, { name: 'build', variable: 'CC_BUILD_COMMAND' })
  const run = await chooseAction(order, means, { name: 'run', variable: 'CC_RUN_COMMAND' })
  if (!run) {
    throw new Failure(
      'recipe',
      'Nothing says how the application is started: set CC_RUN_COMMAND, or write a task run into mise.toml, or a target run into a Makefile.',
    )
  }
  const usesMise = build?.usesMise || run.usesMise || means.hasOtherTools
  const install: BuildStep[] = means.hasOtherTools
    ? [{ title: 'mise install', command: ['with-mise', 'install'] }]
    : []
  return {
    runtime: 'linux',
    tools: [compilerSystem, ...(usesMise ? miseOf(catalogue) : [])],
    build: [
      ...install,
      ...(build ? [{ title: `Building by ${build.origin}`, command: build.command }] : []),
    ],
    ...(means.hasOtherTools && { buildCaches: ['.mise'] }),
    start: run.command,
    listenAdvice: 'Listen on 0.0.0.0:8080: PORT says so.',
    environment: usesMise
      ? miseVariables(
          order,
          mise,
          others.map(({ asked }) => asked),
        )
      : {},
    notes: [
      build
        ? `Built by ${build.origin}.`
        : 'Nothing is built: there is no CC_BUILD_COMMAND, task build or target build.',
      `Started by ${run.origin}.`,
      ...otherNotes(others),
    ],
    warnings: [],
  }
}

/** What mise installs, and why where the platform has such a tool. */
function otherNotes(others: readonly OtherTool[]): string[] {
  const names = others.flatMap(({ asked, reason }) => (reason === undefined ? asked : []))
  return [
    ...(names.length > 0 ? [`mise installs ${names.join(', ')}, as mise.toml asks.`] : []),
    ...others.flatMap(({ reason }) => reason ?? []),
  ]
}

/** The variable, else the task, else the target. */
async function chooseAction(
  order: PlanOrder,
  { makefile, mise, hasOtherTools }: Means,
  { name, variable }: { name: 'build' | 'run'; variable: string },
): Promise<Action | undefined> {
  const within = (...command: [string, ...string[]]): [string, ...string[]] =>
    hasOtherTools ? ['with-mise', 'exec', '--', ...command] : command
  const text = setting(order.environment, variable)
  if (text !== undefined) {
    return { command: within('sh', '-c', text), origin: variable, usesMise: false }
  }
  if (!isOn(order.environment, 'CC_DISABLE_MISE') && (await hasMiseTask(order, mise, name))) {
    return {
      command: ['with-mise', 'run', name],
      origin: `the task ${name} of mise`,
      usesMise: true,
    }
  }
  if (!makefile?.targets.has(name)) return undefined
  return {
    command: within('make', `--file=${makefile.path}`, name),
    origin: `the target ${name} of the Makefile`,
    usesMise: false,
  }
}

function miseOf({ versions }: Catalogue): Tool[] {
  const [version] = newestFirst(versions('mise'))
  if (!version) throw new Failure('recipe', 'This platform has no mise: ask its operator.')
  return [
    { name: 'mise', version },
    { name: 'with-mise', version: '1' },
  ]
}

/** Tools that come from the platform are on the `PATH` already. Only Python is one that mise has to know: it makes virtual environments with it. */
function miseVariables(
  { given, environment }: PlanOrder,
  mise: MiseFile | undefined,
  others: readonly string[],
): Record<string, string> {
  const python = given.get('python')
  const asked = mise?.toolNames.filter((name) => !others.includes(name)) ?? []
  const names = [...new Set([...given.keys(), ...asked])].filter(
    (name) => /^[\w:-]+$/.test(name) && !/^(core:)?python$/.test(name),
  )
  const hasOwnPath = setting(environment, 'CC_MISE_FILE_PATH') !== undefined
  return {
    ...(names.length > 0 && { MISE_DISABLE_TOOLS: names.join(',') }),
    ...(python !== undefined && { SYSTEM_PYTHON: python }),
    ...(mise && hasOwnPath && { MISE_OVERRIDE_CONFIG_FILENAMES: mise.path }),
  }
}
