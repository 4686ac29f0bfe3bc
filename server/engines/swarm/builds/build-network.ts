import { statusOf, unlessMissing } from '#engines/swarm/docker-client.ts'
import { buildBridge } from '#engines/swarm/egress/egress-rules.ts'
import type { SwarmParts } from '#engines/swarm/swarm-parts.ts'

const name = 'berth-builds'
const bridgeOption = 'com.docker.network.bridge.name'

/**
 * The bridge network of builds, on which they do not reach each other. Its interface has a fixed name, by which the
 * egress rules know it; the network of an earlier version has none and is replaced.
 */
export async function buildNetwork({ docker, withLock }: SwarmParts): Promise<string> {
  return withLock(name, async () => {
    const network = docker.getNetwork(name)
    const found = await unlessMissing(network.inspect())
    if (found?.Options?.[bridgeOption] === buildBridge) return name
    if (found) await network.remove()
    await docker
      .createNetwork({
        Name: name,
        Driver: 'bridge',
        CheckDuplicate: true,
        Options: {
          'com.docker.network.bridge.enable_icc': 'false',
          [bridgeOption]: buildBridge,
        },
      })
      .catch((error: unknown) => {
        // Another server was first.
        if (statusOf(error) !== 409) throw error
      })
    return name
  })
}
