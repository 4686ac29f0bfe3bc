import { join } from 'node:path'
import { createKeyedMutex } from '#kit/concurrency/keyed-mutex.ts'
import { plainEnvironment } from '#kit/process/subprocess.ts'
import { runToEnd } from './run-to-end.ts'
import { hasProgram, type SystemPackage } from './system-packages.ts'

export interface InstallOptions {
  /** Search path for apt-get and the programs. */
  path: string
  /** Proxy variables for apt-get. */
  proxies?: Readonly<Record<string, string>>
  /** Called with each output line of apt-get. */
  onLine?: (line: string) => void
}

const lockSeconds = 300
const script = join(import.meta.dirname, 'apt-get.sh')
const withLock = createKeyedMutex()

/** Whether packages can be installed: by root, on a system with apt-get. */
export const canInstall = (path: string): boolean =>
  process.getuid?.() === 0 && hasProgram('apt-get', path)

/**
 * Installs packages with apt-get, without starting or enabling their services. Returns an error message of apt-get, or
 * nothing. Serialised, because apt-get takes locks.
 */
export function installPackages(
  packages: readonly Pick<SystemPackage, 'name' | 'service'>[],
  options: InstallOptions,
): Promise<string | undefined> {
  const names = packages.map(({ name }) => name)
  const services = packages.flatMap(({ service }) => service ?? [])
  const install = () =>
    aptGet(services, ['--no-install-recommends', 'install', '--', ...names], options)
  return withLock('apt-get', async () => {
    // A fresh machine knows no packages before the first update.
    if (!(await install())) return undefined
    return (await aptGet([], ['update'], options)) ?? (await install())
  })
}

/** Error message, or nothing. */
async function aptGet(
  services: readonly string[],
  words: readonly string[],
  { path, proxies, onLine = () => {} }: InstallOptions,
): Promise<string | undefined> {
  const lines: string[] = []
  const plain = plainEnvironment()
  try {
    const code = await runToEnd(
      [
        ...['/bin/sh', script, services.join(' '), '--yes', '--quiet'],
        ...['-o', `DPkg::Lock::Timeout=${lockSeconds}`, '-o', 'Dpkg::Use-Pty=0'],
        // Non-interactive: keeps a configuration file of an earlier installation.
        ...['-o', 'Dpkg::Options::=--force-confold', ...words],
      ],
      {
        // dpkg requires a PATH with the system folders.
        env: {
          ...plain,
          ...proxies,
          PATH: `${path}:${plain.PATH}`,
          DEBIAN_FRONTEND: 'noninteractive',
        },
        onLine(line) {
          lines.push(line)
          onLine(line)
        },
      },
    )
    return code === 0 ? undefined : reasonIn(lines, code)
  } catch (error) {
    return (error as Error).message
  }
}

/** The first error of apt-get, or its last line. */
const reasonIn = (lines: readonly string[], code: number): string =>
  lines.find((line) => line.startsWith('E: ')) ?? lines.at(-1) ?? `apt-get exited with ${code}`
