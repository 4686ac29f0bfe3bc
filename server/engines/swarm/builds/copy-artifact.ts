import { clusterFailure } from '#engines/swarm/cluster-error.ts'
import type { SwarmParts } from '#engines/swarm/swarm-parts.ts'
import type { Artifact, CopyOrder } from '#platform/model/hosting/deployments/engine.ts'
import { artifactGone } from '#platform/model/hosting/deployments/failure.ts'
import { artifactImage, type ImageHandle, pinnedImage } from './image-handle.ts'

/** Gives the image of an artifact another name, by which it is kept when the first one is removed; its layers are stored once. */
export async function copyArtifact(parts: SwarmParts, order: CopyOrder): Promise<Artifact> {
  const { artifact, deploymentId, signal } = order
  signal.throwIfAborted()
  const image = await pinnedImage(parts, artifact)
  if (!image) throw artifactGone()
  const name = artifactImage(parts, order)
  const copy = await parts.registry.copy(image, name).catch(async (error: unknown) => {
    await parts.registry.remove(name)
    throw clusterFailure('build', error)
  })
  if (!copy) throw artifactGone()
  const handle: ImageHandle = { ...(artifact.handle as ImageHandle), image: copy }
  return { id: deploymentId, handle }
}
