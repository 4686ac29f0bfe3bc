import type { Environment } from '#platform/applications/environment.ts'
import type { Recipe } from '#platform/deployments/recipe.ts'
import type { Runtime } from '#platform/deployments/runtime.ts'
import type { Source } from '#platform/deployments/source.ts'
import { npmFor } from '#runtimes/node/package-managers/npm-version.ts'
import { choosePackageManager } from '#runtimes/node/package-managers/package-managers.ts'
import { appFolder, recipeBelow, sourceBelow } from './app-folder.ts'
import { wantsDevelopmentDependencies } from './development-dependencies.ts'
import { chooseNode } from './node-version.ts'
import { openProject } from './project.ts'
import { setting } from './setting.ts'
import { sourceWarnings } from './source-warnings.ts'
import { startCommand } from './start-command.ts'

/** JavaScript applications on Node. `versions` are the releases of Node that can be had. */
export function createNodeRuntime({ versions }: { versions: readonly string[] }): Runtime {
  const usable = versions.filter((version) => npmFor(version))
  return {
    type: 'node',
    title: 'Node.js',
    async recipe(source, environment) {
      const folder = appFolder(setting(environment, 'APP_FOLDER'))
      if (folder === undefined) return planNode(source, environment, usable)
      const below = await sourceBelow(source, folder)
      return recipeBelow(await planNode(below, environment, usable), folder)
    },
  }
}

async function planNode(
  source: Source,
  environment: Environment,
  versions: readonly string[],
): Promise<Recipe> {
  const project = await openProject(source, environment)
  const manager = choosePackageManager(environment)
  const node = chooseNode(
    { engines: project.packageJson.enginesNode, variable: setting(environment, 'CC_NODE_VERSION') },
    versions,
  )
  const development = wantsDevelopmentDependencies(environment)
  const { dependencies, notes } = await manager.install({ project, development })
  const tools = manager.tools(node.version)
  return {
    runtime: 'node',
    tools: [{ name: 'node', version: node.version }, ...tools],
    ...(dependencies && { dependencies }),
    build: [],
    start: await startCommand(project, manager),
    environment: { ...manager.environment },
    notes: [...node.notes, ...tools.map(({ name, version }) => `${name} ${version}`), ...notes],
    warnings: [...node.warnings, ...(await sourceWarnings(project, manager))],
  }
}
