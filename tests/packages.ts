import { accessSync, constants } from 'node:fs'
import { delimiter, join } from 'node:path'
import { run } from '#kit/subprocess.ts'

/** A program of the machine, and Debian's package that provides it. */
export interface Package {
  program: string
  name: string
}

/** What the tests run beside Node and npm. */
export const testPackages: Package[] = [
  { program: 'bwrap', name: 'bubblewrap' },
  { program: 'chromium', name: 'chromium' },
  { program: 'curl', name: 'curl' },
  { program: 'git', name: 'git' },
  { program: 'ip', name: 'iproute2' },
  { program: 'mariadbd', name: 'mariadb-server' },
  { program: 'nft', name: 'nftables' },
  { program: 'openssl', name: 'openssl' },
  { program: 'pg_ctlcluster', name: 'postgresql' },
  { program: 'perl', name: 'perl-base' },
  { program: 'ps', name: 'procps' },
  { program: 'redis-server', name: 'redis-server' },
  { program: 'ssh', name: 'openssh-client' },
  { program: 'tar', name: 'tar' },
]

/** What the benchmarks run besides. */
export const benchPackages: Package[] = [...testPackages, { program: 'nginx', name: 'nginx-light' }]

/** Those of the packages whose program is nowhere on the path. */
export function missingPackages(packages: Package[]): string[] {
  const folders = [...(process.env.PATH ?? '').split(delimiter), '/usr/sbin', '/sbin']
  const isThere = (program: string) =>
    folders.some((folder) => {
      try {
        accessSync(join(folder, program), constants.X_OK)
        return true
      } catch {
        return false
      }
    })
  return packages.filter(({ program }) => !isThere(program)).map(({ name }) => name)
}

/** Installs what is missing when we are root; else says with which command it can be installed. */
export async function providePackages(packages: Package[]): Promise<boolean> {
  const missing = missingPackages(packages)
  if (missing.length === 0) return true
  if (process.getuid?.() === 0) {
    console.log(`installing ${missing.join(' ')}`)
    if ((await install(missing)) || ((await updateLists()) && (await install(missing)))) return true
  }
  console.error(`This machine lacks ${missing.join(', ')}. Install with:`)
  console.error(`  sudo apt-get install --no-install-recommends ${missing.join(' ')}`)
  return false
}

const install = (names: string[]) =>
  aptGet('install', '--yes', '--no-install-recommends', '--', ...names)
const updateLists = () => aptGet('update')

async function aptGet(...args: string[]): Promise<boolean> {
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' } as Record<string, string>
  const { code } = await run(['apt-get', '-qq', ...args], { env, deadline: 300_000 })
  return code === 0
}
