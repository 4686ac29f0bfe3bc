import type { Architecture } from '#packaging/architectures.ts'

/**
 * Programs that the platform runs, and libraries of Node. Not perl-base, util-linux and the like, which every Debian has. Compilers, JDKs and
 * the servers of databases are installed when they are needed first.
 */
export const depends: readonly string[] = [
  ...['bubblewrap', 'ca-certificates', 'git (>= 1:2.36)', 'iproute2'],
  ...['libc6 (>= 2.36)', 'libgcc-s1', 'libstdc++6 (>= 12)', 'nftables'],
]

/** The `control` file of the package. */
export const controlText = (facts: {
  version: string
  architecture: Architecture
  installedBytes: number
}): string =>
  `${[
    'Package: berth',
    `Version: ${facts.version}`,
    `Architecture: ${facts.architecture.debian}`,
    'Maintainer: Berth <berth@localhost>',
    `Installed-Size: ${Math.ceil(facts.installedBytes / 1024)}`,
    `Depends: ${depends.join(', ')}`,
    'Section: admin',
    'Priority: optional',
    'Description: platform as a service that you run yourself',
    ' Push a Git repository: Berth builds it, checks that it answers, and sends',
    ' visitors to the new version without losing a request. The package has the',
    ' server, its console, the command-line tool and the Node that runs them.',
  ].join('\n')}\n`
