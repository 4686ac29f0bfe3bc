import { canInstall, installPackages } from '#kit/packages/install-packages.ts'
import {
  installCommand,
  missingPackages,
  type SystemPackage,
} from '#kit/packages/system-packages.ts'
import { readMachine } from '#settings/machine.ts'
import { provideVersitygw } from '#tests/support/objects/build-versitygw.ts'

/** System packages that the tests need besides Node and npm. */
export const testPackages: SystemPackage[] = [
  { program: 'bwrap', name: 'bubblewrap' },
  { program: 'chromium-headless-shell', name: 'chromium-headless-shell' },
  { program: 'curl', name: 'curl' },
  { program: 'fish', name: 'fish' },
  { program: 'g++', name: 'g++' },
  { program: 'git', name: 'git' },
  { program: 'go', name: 'golang-go' },
  { program: 'haproxy', name: 'haproxy', service: 'haproxy' },
  { program: 'ip', name: 'iproute2' },
  { program: 'make', name: 'make' },
  { program: 'mariadbd', name: 'mariadb-server', service: 'mariadb' },
  { program: 'nft', name: 'nftables' },
  { program: 'openssl', name: 'openssl' },
  { program: 'pdftotext', name: 'poppler-utils' },
  { program: 'pg_ctlcluster', name: 'postgresql', service: 'postgresql' },
  { program: 'perl', name: 'perl-base' },
  { program: 'ps', name: 'procps' },
  { program: 'python3', name: 'python3' },
  { program: 'redis-server', name: 'redis-server', service: 'redis-server' },
  { program: 'ssh', name: 'openssh-client' },
  { program: 'tar', name: 'tar' },
  { program: 'wg', name: 'wireguard-tools' },
  { program: 'wireguard-go', name: 'wireguard-go' },
  { program: 'zsh', name: 'zsh' },
]

/** Additional packages of the tests of several machines. */
export const clusterPackages: SystemPackage[] = [
  { program: 'buildah', name: 'buildah' },
  { program: 'htpasswd', name: 'apache2-utils' },
  { program: 'dockerd', name: 'docker.io', service: 'docker' },
  { program: 'mmdebstrap', name: 'mmdebstrap' },
  { program: 'docker-registry', name: 'docker-registry', service: 'docker-registry' },
]

/** Additional packages of the benchmarks. */
export const benchPackages: SystemPackage[] = [
  ...testPackages,
  { program: 'nginx', name: 'nginx-light', service: 'nginx' },
]

/** Installs missing packages as root; otherwise prints the command that installs them. */
export async function providePackages(
  packages: SystemPackage[],
  path = process.env.PATH ?? '',
): Promise<boolean> {
  const missing = missingPackages(packages, path)
  if (missing.length === 0) return true
  const names = missing.map(({ name }) => name)
  if (canInstall(path)) {
    console.log(`installing ${names.join(' ')}`)
    const problem = await installPackages(missing, { path, proxies: proxiesOf(process.env) })
    if (!problem) return true
    console.error(problem)
  }
  console.error(`This machine lacks ${names.join(', ')}. Install with:`)
  console.error(`  sudo ${installCommand(missing)}`)
  return false
}

/** Builds the S3 server of the tests of several machines, unless it is there; prints why it cannot be had. */
export async function provideS3Server(): Promise<boolean> {
  try {
    await provideVersitygw()
    return true
  } catch (error) {
    console.error((error as Error).message)
    return false
  }
}

const proxiesOf = (environment: NodeJS.ProcessEnv) => readMachine(environment).proxies
