import type Docker from 'dockerode'
import { resourceLimits } from '#engines/swarm/builds/build-limits.ts'
import { buildNetwork } from '#engines/swarm/builds/build-network.ts'
import { label, labelsOf, type SwarmParts } from '#engines/swarm/swarm-parts.ts'
import type { BuildOrder } from '#platform/model/hosting/deployments/engine.ts'
import { builderPaths, provideBuilderImage } from './builder-image.ts'
import { builderSeccomp } from './builder-seccomp.ts'

const sharedMemory = 64 * 1024 * 1024

/** Layers and cache mounts of an application's builds, on the node where builds run. */
export const storageVolume = (platform: string, applicationId: string) =>
  `berth-images-${platform}-${applicationId}`

/**
 * The container of a builder, not yet started: with the limits and the network of other builds. Its own root may give
 * files and processes to other users and nothing else; what it runs for a tenant is none of it.
 */
export async function createBuilderContainer(
  parts: SwarmParts,
  { applicationId, limits }: Pick<BuildOrder, 'applicationId' | 'limits'>,
): Promise<Docker.Container> {
  const { docker, platform, server } = parts
  return docker.createContainer({
    Image: await provideBuilderImage(parts),
    Cmd: ['/usr/bin/sleep', 'infinity'],
    User: '0:0',
    Labels: labelsOf(parts, 'build', {
      [label.application]: applicationId,
      [label.server]: server,
    }),
    Volumes: { [builderPaths.work]: {} },
    HostConfig: {
      ...resourceLimits(limits),
      NetworkMode: await buildNetwork(parts),
      Binds: [`${storageVolume(platform, applicationId)}:${builderPaths.storage}`],
      // Where secrets are kept; a mount with fewer rights could not be mounted once more inside.
      Tmpfs: { '/dev/shm': `rw,exec,suid,dev,size=${sharedMemory}` },
      CapDrop: ['ALL'],
      CapAdd: ['CHOWN', 'SETGID', 'SETUID'],
      SecurityOpt: [
        'no-new-privileges',
        `seccomp=${builderSeccomp()}`,
        // Its default profile forbids every mount; a node without AppArmor ignores this.
        'apparmor=unconfined',
      ],
    },
  })
}
