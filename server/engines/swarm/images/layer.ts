import type { Readable } from 'node:stream'
import { type Docker, removed } from '#engines/swarm/docker-client.ts'
import { splitName } from './image-name.ts'

export interface LayerNames {
  /** The image below: by its digest, or by the id that this daemon gave it. */
  from: string
  /** Name of the new image. */
  image: string
}

/** Adds one layer to an image: the files of an archive, whose paths begin at the root. Returns the id of the new image. */
export async function addLayer(
  docker: Docker,
  { from, image }: LayerNames,
  archive: Buffer | Readable,
): Promise<string> {
  // Created and never started: Docker unpacks an archive into it as it would into a running one.
  const container = await docker.createContainer({ Image: from, Cmd: ['/nothing'] })
  try {
    await container.putArchive(archive, { path: '/' })
    const [repo, tag] = splitName(image)
    const { Id } = (await container.commit({ repo, tag })) as { Id: string }
    return Id
  } finally {
    await removed(container.remove({ force: true, v: true }))
  }
}
