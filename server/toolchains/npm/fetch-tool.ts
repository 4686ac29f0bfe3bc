import { join } from 'node:path'
import { runOrThrow } from '#kit/process/subprocess.ts'
import type { Tool } from '#platform/deployments/recipe/recipe.ts'
import { openIncoming } from './download-folder.ts'
import type { Means } from './fetch-attempt.ts'
import { fetchPackage } from './fetch-package.ts'
import { hashFile, keepHashes } from './hashes.ts'
import { hasProgram, putInPlace } from './installed-tool.ts'
import type { Layout } from './packages.ts'
import { NotOfferedError } from './packument.ts'

export interface ToolRequest {
  tool: Tool
  layout: Layout
  folder: string
  /** Destination of the tool, which appears there only when complete. */
  place: string
}

/** Downloads a tool to a temporary folder, and moves it to its destination atomically. */
export async function fetchTool(
  means: Means,
  { tool, layout, folder, place }: ToolRequest,
): Promise<void> {
  const { packageName, native, pinned, arrange } = layout
  const { version } = tool
  await using incoming = await openIncoming(folder)
  const archive = join(incoming.path, 'package.tgz')
  const tree = join(incoming.path, 'tree')
  const hashes = await fetchPackage(means, { packageName, version, archive, tree })
  if (native) {
    const aside = { archive: join(incoming.path, 'native.tgz'), tree: join(tree, 'native') }
    await fetchPackage(means, { packageName: native, version, ...aside })
  }
  await arrange(tree).catch(unknownLayout)
  if (!(await hasProgram(tree, tool))) unknownLayout()
  const pinnable = pinned ? await hashFile(join(tree, pinned)).catch(unknownLayout) : hashes
  await keepHashes(tree, pinnable)
  await runOrThrow(['chmod', '--recursive', 'u=rwX,go=rX', '--', tree])
  // Otherwise a power failure could leave the new name with empty files.
  await runOrThrow(['sync', '--file-system', '--', tree])
  await putInPlace(tree, { tool, place, aside: join(incoming.path, 'remains') })
}

function unknownLayout(): never {
  throw new NotOfferedError('its package is not laid out as expected')
}
