import type { Tool } from '#platform/model/hosting/recipe/recipe.ts'
import type { Catalogue } from '#runtimes/choose-version.ts'
import { chooseNode, endedLine } from '#runtimes/node/node-version.ts'
import { parsePackageJson } from '#runtimes/node/package-json.ts'
import { chooseNpm } from '#runtimes/node/package-managers/npm/npm-version.ts'
import { nodeVersionFiles } from '#runtimes/node/version-files.ts'
import type { PlanOrder } from '#runtimes/planner.ts'
import { setting } from '#runtimes/variable.ts'

export interface SiteTools {
  tools: Tool[]
  notes: string[]
  warnings: string[]
}

/** Node and npm for the build of a site with a package.json, or whose `mise.toml` names Node; the server needs neither. */
export async function siteTools(order: PlanOrder, catalogue: Catalogue): Promise<SiteTools> {
  const { source, environment, given } = order
  const text = await source.read('package.json')
  if (text === undefined && !given.has('node')) return { tools: [], notes: [], warnings: [] }
  const packageJson = parsePackageJson(text ?? '{}')
  const node = chooseNode(
    {
      given: given.get('node'),
      engines: packageJson.enginesNode,
      variable: setting(environment, 'CC_NODE_VERSION'),
      files: await nodeVersionFiles(order),
    },
    catalogue,
  )
  const npm = chooseNpm(packageJson, node.version, catalogue)
  return {
    tools: [{ name: 'node', version: node.version }, npm.tool],
    notes: [...node.notes, npm.note],
    warnings: [...node.warnings, ...endedLine(node.version, catalogue), ...npm.warnings],
  }
}
