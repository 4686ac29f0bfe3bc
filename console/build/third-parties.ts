import { writeFile } from 'node:fs/promises'
import { join, relative } from 'node:path'
import type { Rolldown } from 'vite'
import { licenceDocument } from '#kit/npm/licence-document.ts'
import { readLock } from '#kit/npm/lock-packages.ts'

export const licencesName = 'licences.txt'

/**
 * Writes beside the built console which npm packages are in it (`packages.json`), and the licences of these and of all that a server
 * installs (`licences.txt`). What the scripts contain is read from the build, whatever kind of dependency package.json calls it.
 */
export async function writeThirdParties(
  root: string,
  folder: string,
  outputs: readonly Rolldown.RolldownOutput[],
): Promise<void> {
  const bundled = bundledPackages(root, outputs)
  const { packages } = await readLock(root)
  const shipped = packages.filter(({ path, isProduction }) => isProduction || bundled.has(path))
  await writeFile(
    join(folder, 'packages.json'),
    `${JSON.stringify([...bundled].sort(), null, 1)}\n`,
  )
  await writeFile(join(folder, licencesName), await licenceDocument(root, 'Berth', shipped))
}

const packageFolder = /^(?:.*\/)?node_modules\/(?:@[^/]+\/)?[^/]+/

/** Folders of the packages whose modules are in the output. */
function bundledPackages(root: string, outputs: readonly Rolldown.RolldownOutput[]): Set<string> {
  const ids = outputs.flatMap(({ output }) =>
    output.flatMap((part) => (part.type === 'chunk' ? part.moduleIds : [])),
  )
  // Helpers of the bundler itself have an id with a NUL.
  const paths = ids.filter((id) => !id.includes('\0')).map((id) => relative(root, id))
  return new Set(paths.flatMap((path) => packageFolder.exec(path)?.[0] ?? []))
}
