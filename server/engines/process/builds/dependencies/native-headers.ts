import { stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { FetchedTool } from '#engines/process/parts.ts'
import type { Tool } from '#platform/deployments/recipe/recipe.ts'

/** Programs that read the settings of npm, and complain of none. */
const tolerant = new Set(['pnpm', 'yarn', 'bun'])

/**
 * The variables by which `node-gyp` finds the headers of the Node that runs, so that a native module is compiled without
 * fetching them. `programs` are the folders of the tools' programs as a command sees them, in the order of the tools.
 */
export async function headerVariables(
  fetched: readonly FetchedTool[],
  programs: readonly string[],
  tools: readonly Tool[],
): Promise<Record<string, string>> {
  const index = fetched.findIndex(({ name }) => name === 'node')
  const seen = programs[index]
  const header = join(fetched[index]?.folder ?? '', 'include/node/node.h')
  const isThere = await stat(header).then(
    (stats) => stats.isFile(),
    () => false,
  )
  if (seen === undefined || !isThere) return {}
  const folder = dirname(seen)
  const npm = tools.find(({ name }) => name === 'npm')
  // From version 11 on npm warns of a setting that is not its own, and its node-gyp has another name for it.
  const isQuiet =
    Number.parseInt(npm?.version ?? '0', 10) < 11 || tools.some(({ name }) => tolerant.has(name))
  return {
    npm_package_config_node_gyp_nodedir: folder,
    ...(isQuiet && { npm_config_nodedir: folder }),
  }
}
