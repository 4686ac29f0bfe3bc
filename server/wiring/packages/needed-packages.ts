import type { SystemPackage } from '#kit/packages/system-packages.ts'
import type { Settings } from '#settings/settings.ts'

export interface NeededPackage extends SystemPackage {
  /** What does not work without it; absent where the start warns about it itself. */
  consequence?: string
  /** Installed by who needs it first: a start must not wait for apt, which may wait for this start to configure Berth's own package. */
  isLater?: true
}

const git = { program: 'git', name: 'git', consequence: 'nothing can be pushed' }
/** Lies in no folder of programs. The Debian package of Berth does not depend on it, because apt would bring the SSH server that it recommends. */
export const sftp = {
  program: '../lib/openssh/sftp-server',
  name: 'openssh-sftp-server',
  consequence: 'files of instances cannot be transferred by sftp and scp',
  isLater: true,
} as const
/** Builds Dockerfiles. */
const buildah = {
  program: 'buildah',
  name: 'buildah',
  consequence: 'no Dockerfile can be built',
}
const perl = {
  program: 'perl',
  name: 'perl-base',
  consequence: 'no application can be started',
}

/** Programs that the platform runs on this machine, in addition to Node and npm; for a swarm, those of the images that it makes too. */
export const neededPackages: Record<Settings['engine'], NeededPackage[]> = {
  memory: [],
  process: [
    { program: 'bwrap', name: 'bubblewrap' },
    { program: 'ip', name: 'iproute2' },
    { program: 'nft', name: 'nftables' },
    perl,
    git,
    sftp,
    { ...buildah, isLater: true },
  ],
  swarm: [
    {
      program: 'nft',
      name: 'nftables',
      consequence: 'nodes get no egress rules and nothing is started there',
    },
    buildah,
    perl,
    git,
  ],
}
