import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { withLock } from '#tests/support/provide-tools.ts'
import { toolchainCache } from '#tests/support/toolchain-cache.ts'
import { cachePrefix } from '#toolchains/maven/shared/artifact-path.ts'
import {
  openSharedArtifacts,
  sharedArtifactFolder,
} from '#toolchains/maven/shared/shared-artifacts.ts'

/** `sbt`: what every build by sbt uses; `play`: what those of Play use besides. */
export type ArtifactList = 'sbt' | 'play'

/**
 * Downloads the Maven artifacts of these lists into those that all builds share. Node does it with a tenth of the processor
 * time that sbt takes: Coursier fills a buffer of a megabyte byte by byte for each of 1,500 files. What is missing here, or could not be
 * downloaded, sbt downloads itself.
 */
export async function provideArtifacts(repository: string, lists: ArtifactList[]): Promise<void> {
  const prefix = cachePrefix(repository)
  const paths = (await Promise.all(lists.map(readList))).flat()
  const shared = await openSharedArtifacts({
    folder: sharedArtifactFolder(toolchainCache),
    repositories: async () => [repository],
    log: console.warn,
  })
  if (!shared) return
  await using _ = shared
  await withLock('artifacts', async () => {
    shared.add(
      paths.map((path) => `${prefix}${path}`),
      'tests',
    )
    await shared.settle()
  })
}

async function readList(list: ArtifactList): Promise<string[]> {
  const text = await readFile(join(import.meta.dirname, `${list}-artifacts.txt`), 'utf8')
  return text.split('\n').filter((line) => line !== '' && !line.startsWith('#'))
}
