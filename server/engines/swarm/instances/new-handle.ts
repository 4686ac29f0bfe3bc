import { launchOrderOf } from '#engines/process/instances/launch-options.ts'
import { type ImageHandle, pinnedImage, usualPort } from '#engines/swarm/builds/image-handle.ts'
import type { SwarmParts } from '#engines/swarm/swarm-parts.ts'
import type { StartOrder } from '#platform/model/hosting/deployments/engine.ts'
import { Failure } from '#platform/model/hosting/deployments/failure.ts'
import type { InstanceHandle } from './instance-spec.ts'
import { freeNodePort } from './node-ports.ts'

/** The handle of an instance that is about to start: its image by digest, and a port of the nodes. */
export async function newHandle(parts: SwarmParts, order: StartOrder): Promise<InstanceHandle> {
  const { port, own } = order.artifact.handle as ImageHandle
  const image = await pinnedImage(parts, order.artifact)
  if (!image || !(await parts.registry.has(image))) {
    throw new Failure('start', 'The artifact is no longer there: deploy again')
  }
  return {
    order: launchOrderOf(order),
    image,
    containerPort: port ?? usualPort,
    port: await freeNodePort(parts),
    ...(own ? { own } : {}),
  }
}
