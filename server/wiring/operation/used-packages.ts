import type { PackageUse } from '#platform/model/operation.ts'

/** Debian's packages that the platform takes from the machine, in patterns of dpkg-query. Sandboxes see the libraries of the machine. */
export const usedPackages: Readonly<Record<PackageUse, readonly string[]>> = {
  sandbox: ['bubblewrap', 'iproute2', 'nftables', 'perl-base', 'buildah', 'wireguard-*'],
  libraries: [
    ...['libc6', 'libstdc++6', 'libssl[0-9]*', 'zlib1g', 'openssl', 'ca-certificates', 'tzdata'],
    ...['libseccomp2', 'libcap2'],
  ],
  git: ['git'],
  databases: [
    ...['postgresql-[0-9]*', 'libpq5', 'mariadb-server*', 'mariadb-client*', 'redis-server'],
    'redis-tools',
  ],
  router: ['haproxy'],
}
