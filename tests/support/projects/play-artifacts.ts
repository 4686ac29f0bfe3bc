import { mkdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { FolderLockedError, lockFolder } from '#kit/concurrency/folder-lock.ts'
import { until } from '#kit/concurrency/timeout.ts'
import { toolchainCache } from '#tests/support/toolchain-cache.ts'
import { cachePrefix } from '#toolchains/maven/shared/artifact-path.ts'
import {
  openSharedArtifacts,
  sharedArtifactFolder,
} from '#toolchains/maven/shared/shared-artifacts.ts'

const list = join(import.meta.dirname, 'play-artifacts.txt')
const timeout = 300_000

/**
 * Downloads the Maven artifacts that builds of Play use into those that all builds share. Node does it with a tenth of the processor
 * time that sbt takes: Coursier fills a buffer of a megabyte byte by byte for each of 1,500 files. What is missing here, or could not be
 * downloaded, sbt downloads itself.
 */
export async function providePlayArtifacts(repository: string): Promise<void> {
  const folder = sharedArtifactFolder(toolchainCache)
  const prefix = cachePrefix(repository)
  const lines = (await readFile(list, 'utf8')).split('\n')
  const paths = lines.filter((line) => line !== '' && !line.startsWith('#'))
  const shared = await openSharedArtifacts({
    folder,
    repositories: async () => [repository],
    log: console.warn,
  })
  if (!shared) return
  // Two scenarios need them at once, and the second one has nothing left to download.
  const lock = await lockWhenFree(join(toolchainCache, '.play-artifacts'))
  try {
    shared.add(
      paths.map((path) => `${prefix}${path}`),
      'tests',
    )
    await shared.settle()
  } finally {
    await lock.release()
    await shared[Symbol.asyncDispose]()
  }
}

async function lockWhenFree(folder: string) {
  await mkdir(folder, { recursive: true })
  const tryLock = () =>
    lockFolder(folder).catch((error: unknown) => {
      if (error instanceof FolderLockedError) return undefined
      throw error
    })
  return until(tryLock, {
    timeout,
    every: 200,
    what: 'the artifacts that another scenario downloads',
  })
}
