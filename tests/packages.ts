import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { canInstall, installPackages } from '#kit/packages/install-packages.ts'
import {
  installCommand,
  missingPackages,
  type SystemPackage,
} from '#kit/packages/system-packages.ts'
import { readMachine } from '#settings/machine.ts'
import { root } from '#tests/laws/source-tree.ts'
import { provideVersitygw } from '#tests/support/objects/build-versitygw.ts'

/** Imported by files of tests that run the S3 server; that of its build itself does without. */
const s3Support = /#tests\/support\/objects\/(s3-server|build-versitygw)\.ts'/

/** System packages that the tests need besides Node and npm. */
export const testPackages: SystemPackage[] = [
  { program: 'buildah', name: 'buildah' },
  { program: 'busybox', name: 'busybox-static' },
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
  { program: '../lib/python3/dist-packages/boto3', name: 'python3-boto3' },
  { program: 'redis-server', name: 'redis-server', service: 'redis-server' },
  { program: 'ssh', name: 'openssh-client' },
  { program: '../lib/openssh/sftp-server', name: 'openssh-sftp-server' },
  { program: 'tar', name: 'tar' },
  { program: 'wg', name: 'wireguard-tools' },
  { program: 'wireguard-go', name: 'wireguard-go' },
  { program: 'zsh', name: 'zsh' },
]

/** Additional packages of the tests of several machines. */
export const clusterPackages: SystemPackage[] = [
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

/** Whether one of these files of tests needs an S3 server, which it would otherwise build while others wait. */
export const needsS3Server = (files: readonly string[]) =>
  files.some((file) => s3Support.test(readFileSync(join(root, file), 'utf8')))

/** Builds the S3 server of tests, unless it is there; prints why it cannot be had. */
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
