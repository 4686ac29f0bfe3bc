import { mkdir } from 'node:fs/promises'
import { runOrThrow } from '#kit/process/subprocess.ts'
import { download } from './download.ts'
import type { Means } from './fetch-attempt.ts'
import type { Hashes } from './hashes.ts'
import { NotOfferedError, readVersions } from './packument.ts'

export interface WantedPackage {
  packageName: string
  version: string
  /** The file to write the archive to. */
  archive: string
  /** The folder to unpack it into. */
  tree: string
}

const unpackTimeout = 120_000

/** Fetches a package and unpacks it; the hashes are those of its archive. */
export async function fetchPackage(
  means: Means,
  { packageName, version, archive, tree }: WantedPackage,
): Promise<Hashes> {
  const versions = await readVersions(means, packageName)
  const distribution = versions.get(version)
  if (!distribution) throw new NotOfferedError('the registry has no such version')
  const hashes = await download(distribution, archive, means)
  await mkdir(tree)
  await runOrThrow(
    [
      'tar',
      '--extract',
      '--gzip',
      '--force-local',
      '--no-same-owner',
      '--strip-components=1',
      `--file=${archive}`,
      `--directory=${tree}`,
    ],
    { timeout: unpackTimeout },
  )
  return hashes
}
