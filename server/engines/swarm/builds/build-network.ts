import { statusOf } from '#engines/swarm/docker-client.ts'
import type { SwarmParts } from '#engines/swarm/swarm-parts.ts'

/** The bridge network of builds, on which they do not reach each other. */
const name = 'berth-builds'

export async function buildNetwork({ docker }: SwarmParts): Promise<string> {
  await docker
    .createNetwork({
      Name: name,
      Driver: 'bridge',
      CheckDuplicate: true,
      Options: { 'com.docker.network.bridge.enable_icc': 'false' },
    })
    .catch((error: unknown) => {
      if (statusOf(error) !== 409) throw error
    })
  return name
}
