import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { tarStream } from '#engines/swarm/images/tar-stream.ts'
import type { SwarmParts } from '#engines/swarm/swarm-parts.ts'
import type { Source } from '#platform/model/hosting/deployments/source.ts'

export interface SourceTarget {
  /** Unpacks an archive in a container. */
  put(archive: Readable): Promise<unknown>
  /** Folder in the archive; its root when absent. */
  at?: string
  /** UID and GID of the files. */
  owner: number
  /** Paths to leave out. */
  without?: readonly string[]
  signal: AbortSignal
}

/** Sends the files of a commit into a container, by a folder of the server. */
export async function sendSource(
  { folder: engineFolder }: Pick<SwarmParts, 'folder'>,
  source: Pick<Source, 'extract'>,
  { put, signal, ...how }: SourceTarget,
): Promise<void> {
  await mkdir(join(engineFolder, 'sources'), { recursive: true, mode: 0o700 })
  const folder = await mkdtemp(join(engineFolder, 'sources/source-'))
  try {
    await source.extract(folder, signal)
    const { stream, ended } = tarStream({ folder, ...how })
    await Promise.all([put(stream), ended])
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
