import { isPinned, type PinnedImage } from '#engines/swarm/images/image-name.ts'
import { pinnedHere } from '#engines/swarm/images/registry.ts'
import type { SwarmParts } from '#engines/swarm/swarm-parts.ts'
import type { Artifact, BuildOrder } from '#platform/model/hosting/deployments/engine.ts'

/** What an artifact of this engine is: an image in the registry. */
export interface ImageHandle {
  /** By its digest; artifacts of earlier versions have the tag only. */
  image: string
  /** Port that the image listens on; 8080 when absent. */
  port?: number
  /** What the image of a Dockerfile says itself; a recipe says it for the others. */
  own?: OwnImage
}

/** Command, user and folder of an image that the platform has not made. */
export interface OwnImage {
  command: string[]
  user: string
  folder: string
}

/** Port that applications listen on. */
export const usualPort = 8080

/** Name of the image of a deployment. */
export const artifactImage = (
  { registry }: SwarmParts,
  { applicationId, deploymentId }: Pick<BuildOrder, 'applicationId' | 'deploymentId'>,
): string => registry.nameOf(`berth/${applicationId.toLowerCase()}`, deploymentId)

/** The image of an artifact by its digest; `undefined` when nobody but the registry could say which one it was. */
export async function pinnedImage(
  { docker }: Pick<SwarmParts, 'docker'>,
  { handle }: Pick<Artifact, 'handle'>,
): Promise<PinnedImage | undefined> {
  const { image } = handle as Partial<ImageHandle>
  if (image === undefined) return undefined
  return isPinned(image) ? image : pinnedHere(docker, image)
}
