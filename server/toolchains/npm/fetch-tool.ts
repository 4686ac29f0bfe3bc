import { join } from 'node:path'
import type { Tool } from '#platform/deployments/recipe/recipe.ts'
import { NotOfferedError } from '#toolchains/fetch-attempt.ts'
import { hasProgram, installTool } from '#toolchains/install-tool.ts'
import { fetchPackage } from './fetch-package.ts'
import { hashFile, keepHashes, keptHashes } from './hashes.ts'
import type { Layout } from './packages.ts'
import type { Registry } from './packument.ts'

export interface ToolRequest {
  tool: Tool
  layout: Layout
  folder: string
  /** Destination of the tool, which appears there only when complete. */
  place: string
}

/** Installs a tool from its npm packages. */
export function fetchTool(
  registry: Registry,
  { tool, layout, folder, place }: ToolRequest,
): Promise<void> {
  const { packageName, native, pinned, arrange } = layout
  const { version } = tool
  const isComplete = (path: string) => isInPlace(path, tool)
  return installTool({ tool, folder, place, isComplete }, async (tree, temporary) => {
    const archive = join(temporary, 'package.tgz')
    const hashes = await fetchPackage(registry, { packageName, version, archive, tree })
    if (native) {
      const aside = { archive: join(temporary, 'native.tgz'), tree: join(tree, 'native') }
      await fetchPackage(registry, { packageName: native, version, ...aside })
    }
    await arrange(tree).catch(unknownLayout)
    const pinnable = pinned ? await hashFile(join(tree, pinned)).catch(unknownLayout) : hashes
    await keepHashes(tree, pinnable)
  })
}

/** Whether the tool is usable: its program exists, and its hashes when it is pinned. */
export async function isInPlace(place: string, tool: Tool): Promise<boolean> {
  if (!(await hasProgram(place, tool))) return false
  return tool.hash === undefined || (await keptHashes(place)) !== undefined
}

function unknownLayout(): never {
  throw new NotOfferedError('its package is not laid out as expected')
}
