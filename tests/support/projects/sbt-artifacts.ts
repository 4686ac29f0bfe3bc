import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { withLock } from '#tests/support/provide-tools.ts'
import { toolchainCache } from '#tests/support/toolchain-cache.ts'
import { cachePrefix } from '#toolchains/maven/shared/artifact-path.ts'
import {
  openSharedArtifacts,
  sharedArtifactFolder,
} from '#toolchains/maven/shared/shared-artifacts.ts'

const list = join(import.meta.dirname, 'play-artifacts.txt')

/**
 * Downloads the Maven artifacts that builds of Play use into those that all builds share. Node does it with a tenth of the processor
 * time that sbt takes: Coursier fills a buffer of a megabyte byte by byte for each of 1,500 files. What is missing here, or could not be
 * downloaded, sbt downloads itself.
 */
export async function providePlayArtifacts(repository: string): Promise<void> {
  const prefix = cachePrefix(repository)
  const lines = (await readFile(list, 'utf8')).split('\n')
  const paths = lines.filter((line) => line !== '' && !line.startsWith('#'))
  const shared = await openSharedArtifacts({
    folder: sharedArtifactFolder(toolchainCache),
    repositories: async () => [repository],
    log: console.warn,
  })
  if (!shared) return
  await using _ = shared
  await withLock('play-artifacts', async () => {
    shared.add(
      paths.map((path) => `${prefix}${path}`),
      'tests',
    )
    await shared.settle()
  })
}
