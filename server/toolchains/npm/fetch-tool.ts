import { mkdir, rename } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { runOrThrow } from '#kit/subprocess.ts'
import type { Tool } from '#platform/deployments/recipe.ts'
import type { Means } from './attempt.ts'
import { download } from './download.ts'
import { isExecutable } from './executable.ts'
import { openIncoming } from './incoming.ts'
import type { ToolPackage } from './packages.ts'
import { NotOffered, readVersions } from './packument.ts'

export interface Wanted {
  tool: Tool
  toolPackage: ToolPackage
  folder: string
  /** Where the tool shall be; only a complete one ever appears there. */
  place: string
}

/** Fetches a tool beside its place, and moves it there in one step once nothing is missing. */
export async function fetchTool(
  means: Means,
  { tool, toolPackage, folder, place }: Wanted,
): Promise<void> {
  const versions = await readVersions(means, toolPackage.packageName)
  const distribution = versions.get(tool.version)
  if (!distribution) throw new NotOffered('the registry has no such version')

  await using incoming = await openIncoming(folder)
  const archive = join(incoming.path, 'package.tgz')
  await download(distribution, archive, means)
  const tree = join(incoming.path, 'tree')
  await mkdir(tree)
  await unpack(archive, tree)
  await toolPackage.arrange(tree)
  await runOrThrow(['chmod', '--recursive', 'u=rwX,go=rX', '--', tree])
  // Without it a power cut could leave the new name over empty files.
  await runOrThrow(['sync', '--file-system', '--', tree])

  await mkdir(dirname(place), { recursive: true })
  // Only the remains of a removal that was cut short can be there without its program.
  if (!(await isExecutable(join(place, 'bin', tool.name)))) {
    await rename(place, join(incoming.path, 'remains')).catch(unless('ENOENT'))
  }
  // Another server on the same folder may have been quicker: then its tree is as good as ours.
  await rename(tree, place).catch(unless('ENOTEMPTY', 'EEXIST'))
  await runOrThrow(['chmod', '--recursive', 'a-w', '--', place])
}

const unpackDeadline = 120_000

async function unpack(archive: string, folder: string): Promise<void> {
  await runOrThrow(
    [
      'tar',
      '--extract',
      '--gzip',
      '--force-local',
      '--no-same-owner',
      '--strip-components=1',
      `--file=${archive}`,
      `--directory=${folder}`,
    ],
    { deadline: unpackDeadline },
  )
}

const unless =
  (...codes: string[]) =>
  (error: NodeJS.ErrnoException) => {
    if (!codes.includes(error.code ?? '')) throw error
  }
