import type { Readable } from 'node:stream'
import { type Docker, removed } from '#engines/swarm/docker-client.ts'

export interface LayerNames {
  /** The image below. */
  from: string
  /** Name of the new image. */
  image: string
}

/** Adds one layer to an image: the files of an archive, whose paths begin at the root. */
export async function addLayer(
  docker: Docker,
  { from, image }: LayerNames,
  archive: Buffer | Readable,
): Promise<void> {
  // Created and never started: Docker unpacks an archive into it as it would into a running one.
  const container = await docker.createContainer({ Image: from, Cmd: ['/nothing'] })
  try {
    await container.putArchive(archive, { path: '/' })
    const [repo, tag] = splitName(image)
    await container.commit({ repo, tag })
  } finally {
    await removed(container.remove({ force: true, v: true }))
  }
}

/** Repository and tag of an image, whose registry may have a port. */
export function splitName(image: string): [string, string] {
  const at = image.lastIndexOf(':')
  return [image.slice(0, at), image.slice(at + 1)]
}
