import { mkdir } from 'node:fs/promises'
import { runOrThrow } from '#kit/process/subprocess.ts'
import { NotOfferedError } from '#toolchains/fetch-attempt.ts'
import { download } from './download.ts'
import type { Hashes } from './hashes.ts'
import { type Registry, readVersions } from './packument.ts'

export interface WantedPackage {
  packageName: string
  version: string
  /** Destination file of the archive. */
  archive: string
  /** Destination folder of its content. */
  tree: string
}

const unpackTimeout = 120_000

/** Downloads and unpacks a package; returns the hashes of its archive. */
export async function fetchPackage(
  registry: Registry,
  { packageName, version, archive, tree }: WantedPackage,
): Promise<Hashes> {
  const versions = await readVersions(registry, packageName)
  const distribution = versions.get(version)
  if (!distribution) throw new NotOfferedError('the registry has no such version')
  const hashes = await download(distribution, archive, registry)
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
