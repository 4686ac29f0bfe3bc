import { unlessMissing } from '#engines/swarm/docker-client.ts'
import type { SwarmParts } from '#engines/swarm/swarm-parts.ts'

/** The name of an image with the digest that the registry knows it by; a node that has it asks nobody. */
export async function digestOf({ docker, registry }: SwarmParts, image: string): Promise<string> {
  const facts = await unlessMissing(docker.getImage(image).inspect())
  const repository = image.slice(0, image.lastIndexOf(':'))
  const known = facts?.RepoDigests?.find((name) => name.startsWith(`${repository}@`))
  if (known) return `${image}@${known.split('@')[1]}`
  const { Descriptor } = await docker
    .getImage(image)
    .distribution(registry.credentials ? { authconfig: registry.credentials } : {})
  return `${image}@${Descriptor.digest}`
}
