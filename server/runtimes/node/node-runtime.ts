import type { Environment } from '#platform/model/hosting/environment.ts'
import { commandText } from '#platform/model/hosting/recipe/describe-recipe.ts'
import type { BuildStep, Recipe } from '#platform/model/hosting/recipe/recipe.ts'
import type { Catalogue } from '#runtimes/choose-version.ts'
import { type PlannedRuntime, withPipeline } from '#runtimes/pipeline/pipeline.ts'
import type { PlanOrder } from '#runtimes/planner.ts'
import { setting } from '#runtimes/variable.ts'
import { denoTool } from './deno/deno.ts'
import { planListening } from './listening.ts'
import { nodeVariables } from './node-variables.ts'
import { chooseNode, endedLine } from './node-version.ts'
import { chooseNpm } from './package-managers/npm/npm-version.ts'
import type { PackageManager } from './package-managers/package-manager.ts'
import { choosePackageManager } from './package-managers/package-managers.ts'
import { buildCachesOf } from './production/build-caches.ts'
import { type Production, planProduction, startCommands } from './production/plan-production.ts'
import { openProject, type Project } from './project.ts'
import { startCommand } from './start-command.ts'
import { nodeVersionFiles, readOldNodeFile } from './version-files.ts'

/** JavaScript applications on Node or Bun. */
export function createNodeRuntime(catalogue: Catalogue): PlannedRuntime {
  const planner = {
    type: 'node',
    title: 'Node.js',
    variables: nodeVariables,
    plan: (order: PlanOrder) => planNode(order, catalogue),
  }
  return withPipeline(planner, catalogue)
}

async function planNode(order: PlanOrder, catalogue: Catalogue): Promise<Recipe> {
  const { environment, given } = order
  const project = await openProject(order, environment)
  const { manager, ...choice } = await choosePackageManager(project)
  const node = chooseNode(
    {
      given: given.get('node'),
      engines: project.packageJson.enginesNode,
      variable: setting(environment, 'CC_NODE_VERSION'),
      files: await nodeVersionFiles(project),
    },
    catalogue,
  )
  // Versions of npm requested in package.json count only when npm installs.
  const declared = manager.usesNpm ? project.packageJson : { engines: {}, devEngines: {} }
  const npm = chooseNpm(declared, node.version, catalogue)
  const old = await readOldNodeFile(project)
  const production = await planProduction(project, old)
  const development = wantsDevelopmentDependencies(environment, production)
  const installation = await manager.install({
    project,
    development,
    node: node.version,
    catalogue,
    given,
  })
  const home = manager.home(project)
  const listening = await planListening(project)
  const added =
    project.isDeno || given.has('deno') || !runsDeno(project)
      ? undefined
      : denoTool(catalogue, given)
  return {
    runtime: 'node',
    tools: [
      { name: 'node', version: node.version },
      npm.tool,
      ...installation.tools,
      ...(added ? [added.tool] : []),
      ...(production.server?.tools ?? []),
    ],
    ...(home.length > 0 && { home }),
    ...(installation.dependencies && { dependencies: installation.dependencies }),
    build: [...(installation.build ?? []), ...buildSteps(project, manager, production)],
    buildCaches: buildCachesOf(project.packageJson),
    start: await startCommand(project, manager, old, production),
    ...(listening.advice && { listenAdvice: listening.advice }),
    memoryOption: { variable: 'NODE_OPTIONS', option: '--max-old-space-size', share: 0.75 },
    environment: {
      ...installation.environment,
      ...listening.environment,
      ...(development && developmentChoice(environment)),
    },
    notes: [
      ...node.notes,
      npm.note,
      ...choice.notes,
      ...installation.notes,
      ...(added ? [added.note] : []),
      ...production.notes,
      ...listening.notes,
    ],
    warnings: [
      ...node.warnings,
      ...endedLine(node.version, catalogue),
      ...npm.warnings,
      ...choice.warnings,
      ...installation.warnings,
      ...old.warnings,
      ...(await sourceWarnings(project)),
    ],
  }
}

/**
 *   NODE_ENV     CC_NODE_DEV_DEPENDENCIES   installed
 *   any          install                    yes
 *   any          ignore                     no
 *   production   unset                      only if the platform runs `build`, which most often needs them
 *   otherwise    unset                      yes
 */
function wantsDevelopmentDependencies(
  environment: Environment,
  { runsBuild }: Production,
): boolean {
  const choice = setting(environment, 'CC_NODE_DEV_DEPENDENCIES')
  if (choice) return choice === 'install'
  return runsBuild || setting(environment, 'NODE_ENV') !== 'production'
}

/** Tells a build and its instances that they have the development dependencies, where the owner's variables say otherwise. */
function developmentChoice(environment: Environment): Record<string, string> {
  const isUnusual = setting(environment, 'NODE_ENV') === 'production'
  const isOpen = environment.CC_NODE_DEV_DEPENDENCIES === undefined
  return isUnusual && isOpen ? { CC_NODE_DEV_DEPENDENCIES: 'install' } : {}
}

function buildSteps(
  project: Project,
  manager: PackageManager,
  { runsBuild, server }: Production,
): BuildStep[] {
  if (!runsBuild) return []
  const command = manager.build(project)
  const environment = server?.buildEnvironment
  return [{ title: commandText(command), command, ...(environment && { environment }) }]
}

const runsDeno = (project: Project) =>
  startCommands(project).some(([program]) => program === 'deno')

/** Warnings about an application that can be built as it is. */
async function sourceWarnings(project: Project): Promise<string[]> {
  if (project.isDeno) return []
  return [...nodeEnvironment(project), ...(await nodeModules(project))]
}

function nodeEnvironment({ environment }: Project): string[] {
  if (setting(environment, 'NODE_ENV')) return []
  return ['NODE_ENV is not set: set it to production to run in production mode.']
}

async function nodeModules({ source, repository, names }: Project): Promise<string[]> {
  if (names.has('node_modules/')) {
    return [
      'node_modules is part of the repository: remove it and list /node_modules in .gitignore.',
    ]
  }
  const texts = [await source.read('.gitignore'), await repository?.read('.gitignore')]
  const ignored = texts.flatMap((text) => text?.split('\n') ?? [])
  if (ignored.some((line) => /^(\/|\*\*\/)?node_modules\/?\s*$/.test(line))) return []
  return ['/node_modules is not listed in .gitignore.']
}
