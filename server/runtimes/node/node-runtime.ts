import type { Recipe } from '#platform/deployments/recipe/recipe.ts'
import type { Runtime } from '#platform/deployments/runtime.ts'
import type { Catalogue } from '#runtimes/catalogue.ts'
import { choosePackageManager } from '#runtimes/node/package-managers/package-managers.ts'
import { withPipeline } from '#runtimes/pipeline/pipeline.ts'
import type { PlanOrder } from '#runtimes/planner.ts'
import { setting } from '#runtimes/setting.ts'
import { wantsDevelopmentDependencies } from './development-dependencies.ts'
import { nodeVariables } from './node-variables.ts'
import { chooseNode, endedLine } from './node-version.ts'
import { readOldNodeFile } from './old-node-file.ts'
import { chooseNpm, npmFor } from './package-managers/npm/npm-version.ts'
import { openProject } from './project.ts'
import { sourceWarnings } from './source-warnings.ts'
import { startCommand } from './start-command.ts'
import { nodeVersionFiles } from './version-files.ts'

/** JavaScript applications on Node or Bun. */
export function createNodeRuntime(catalogue: Catalogue): Runtime {
  const usable = catalogue.versions('node').filter((version) => npmFor(version))
  const planner = {
    type: 'node',
    title: 'Node.js',
    variables: nodeVariables,
    plan: (order: PlanOrder) => planNode(order, catalogue, usable),
  }
  return withPipeline(planner, catalogue)
}

async function planNode(
  order: PlanOrder,
  catalogue: Catalogue,
  versions: readonly string[],
): Promise<Recipe> {
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
    versions,
  )
  // What package.json says of npm is meant for npm, and not for whoever installs with another manager.
  const wishes = manager.usesNpm ? project.packageJson : { engines: {}, devEngines: {} }
  const npm = chooseNpm(wishes, node.version, catalogue)
  const development = wantsDevelopmentDependencies(environment)
  const installation = await manager.install({
    project,
    development,
    node: node.version,
    catalogue,
    given,
  })
  const home = manager.home(project)
  const old = await readOldNodeFile(project)
  return {
    runtime: 'node',
    tools: [{ name: 'node', version: node.version }, npm.tool, ...installation.tools],
    ...(home.length > 0 && { home }),
    ...(installation.dependencies && { dependencies: installation.dependencies }),
    build: installation.build ?? [],
    start: await startCommand(project, manager, old),
    memoryOption: { variable: 'NODE_OPTIONS', option: '--max-old-space-size', share: 0.75 },
    environment: installation.environment,
    notes: [...node.notes, npm.note, ...choice.notes, ...installation.notes],
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
