import { launchOrderOf } from '#engines/process/instances/launch-options.ts'
import { type ImageHandle, usualPort } from '#engines/swarm/builds/image-handle.ts'
import { unlessMissing } from '#engines/swarm/docker-client.ts'
import type { SwarmParts } from '#engines/swarm/swarm-parts.ts'
import type { StartOrder } from '#platform/deployments/engine.ts'
import { Failure } from '#platform/deployments/failure.ts'
import type { InstanceHandle } from './instance-spec.ts'
import { freeNodePort } from './node-ports.ts'

/** The handle of an instance that is about to start: its image by digest, and a port of the nodes. */
export async function newHandle(parts: SwarmParts, order: StartOrder): Promise<InstanceHandle> {
  const { image, port, own } = order.artifact.handle as ImageHandle
  if (!image || !(await parts.registry.has(image))) {
    throw new Failure('start', 'The artifact is no longer there: deploy again')
  }
  return {
    order: launchOrderOf(order),
    image: await digestOf(parts, image),
    containerPort: port ?? usualPort,
    port: await freeNodePort(parts),
    ...(own ? { own } : {}),
  }
}

/** The name of an image with the digest that the registry knows it by; a node that has it asks nobody. */
async function digestOf({ docker, registry }: SwarmParts, image: string): Promise<string> {
  const facts = await unlessMissing(docker.getImage(image).inspect())
  const repository = image.slice(0, image.lastIndexOf(':'))
  const known = facts?.RepoDigests?.find((name) => name.startsWith(`${repository}@`))
  if (known) return `${image}@${known.split('@')[1]}`
  const { Descriptor } = await docker
    .getImage(image)
    .distribution(registry.credentials ? { authconfig: registry.credentials } : {})
  return `${image}@${Descriptor.digest}`
}
