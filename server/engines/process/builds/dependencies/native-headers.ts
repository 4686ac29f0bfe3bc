import { stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { FetchedTool } from '#engines/process/parts.ts'
import { programsOf } from '#engines/process/sandbox/variables.ts'
import type { Tool } from '#platform/model/hosting/recipe/recipe.ts'

/** Package managers that read npm's settings and warn about none of them. */
const tolerant = new Set(['pnpm', 'yarn', 'bun'])

/**
 * Variables that point `node-gyp` to the headers of the running Node, so that native modules compile without a
 * download. `programs` are the `bin` folders as the command sees them, in the order of the tools and without that of the system.
 */
export async function headerVariables(
  fetched: readonly FetchedTool[],
  programs: readonly string[],
  tools: readonly Tool[],
): Promise<Record<string, string>> {
  const node = fetched.find(({ name }) => name === 'node')
  const seen = programsOf('node', fetched, programs)
  const header = join(node?.folder ?? '', 'include/node/node.h')
  const isThere = await stat(header).then(
    (stats) => stats.isFile(),
    () => false,
  )
  if (seen === undefined || !isThere) return {}
  const folder = dirname(seen)
  const npm = tools.find(({ name }) => name === 'npm')
  // npm 11 and later warns about settings that are not its own, and its node-gyp uses another variable.
  const isQuiet =
    Number.parseInt(npm?.version ?? '0', 10) < 11 || tools.some(({ name }) => tolerant.has(name))
  return {
    npm_package_config_node_gyp_nodedir: folder,
    ...(isQuiet && { npm_config_nodedir: folder }),
  }
}
