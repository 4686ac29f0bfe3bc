import { statusOf } from '#engines/swarm/docker-client.ts'
import { labelsOf, type SwarmParts } from '#engines/swarm/swarm-parts.ts'

/** The bridge network of builds, on which they do not reach each other. */
export async function buildNetwork(parts: SwarmParts): Promise<string> {
  const name = `berth-builds-${parts.platform}`
  await parts.docker
    .createNetwork({
      Name: name,
      Driver: 'bridge',
      CheckDuplicate: true,
      Labels: labelsOf(parts, 'build'),
      Options: { 'com.docker.network.bridge.enable_icc': 'false' },
    })
    .catch((error: unknown) => {
      if (statusOf(error) !== 409) throw error
    })
  return name
}
