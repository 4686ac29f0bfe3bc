import { join } from 'node:path'
import { plainEnvironment, run } from '#kit/subprocess.ts'
import { createTurns } from '#kit/turns.ts'
import { hasProgram, type SystemPackage } from './system-packages.ts'

export interface InstallOptions {
  /** Where apt-get and the programs are looked for. */
  path: string
  /** Variables that tell apt-get about proxies. */
  proxies?: Readonly<Record<string, string>>
  /** Called with each line that apt-get prints. */
  onLine?: (line: string) => void
}

const timeout = 600_000
const lockSeconds = 300
const withoutServices = join(import.meta.dirname, 'without-services.sh')
const inTurn = createTurns()

/** Whether packages can be installed: by root, on a system with apt-get. */
export const canInstall = (path: string): boolean =>
  process.getuid?.() === 0 && hasProgram('apt-get', path)

/**
 * Installs packages with apt-get; none of their services is started, now or at the next boot. Returns nothing, or the
 * reason in the words of apt-get. apt-get has locks, so one installation runs at a time.
 */
export function installPackages(
  packages: readonly Pick<SystemPackage, 'name' | 'service'>[],
  options: InstallOptions,
): Promise<string | undefined> {
  return inTurn('apt-get', async () => {
    const names = packages.map(({ name }) => name)
    const install = ['--no-install-recommends', 'install', '--', ...names]
    // A fresh machine knows no packages before the first update.
    const first = await aptGet(install, options)
    const problem =
      first && ((await aptGet(['update'], options)) ?? (await aptGet(install, options)))
    if (problem) return problem
    for (const { service } of packages) if (service) await disableService(service, options)
    return undefined
  })
}

/** Nothing, or why it failed. */
async function aptGet(
  words: readonly string[],
  { path, proxies, onLine }: InstallOptions,
): Promise<string | undefined> {
  const command = [
    'apt-get',
    '--yes',
    '--quiet',
    ...['-o', `DPkg::Lock::Timeout=${lockSeconds}`],
    ...['-o', 'Dpkg::Use-Pty=0'],
    // Nobody is there to be asked about a configuration file that an earlier installation has left.
    ...['-o', 'Dpkg::Options::=--force-confold'],
    ...words,
  ] as const
  const env = { ...environmentOf(path), ...proxies, DEBIAN_FRONTEND: 'noninteractive' }
  const options = { env, deadline: timeout, ...(onLine ? { onLine } : {}) }
  try {
    const { code, stdout, stderr } = await run([...(await quietly(env)), ...command], options)
    return code === 0 ? undefined : reasonIn(stderr || stdout) || `apt-get exited with ${code}`
  } catch (error) {
    return (error as Error).message
  }
}

/** dpkg refuses to work with a PATH that lacks the folders of the system. */
function environmentOf(path: string): Record<string, string> {
  const plain = plainEnvironment()
  return { ...plain, PATH: `${path}:${plain.PATH}` }
}

/** In a container that may not mount there is no init system either, and nothing would be started. */
async function quietly(env: Record<string, string>): Promise<[string, ...string[]]> {
  const unshare = ['unshare', '--mount', '--', '/bin/sh', withoutServices] as const
  const { code } = await run([...unshare, 'true'], { env, deadline: 10_000 })
  return code === 0 ? [...unshare] : ['env']
}

/** The first error of apt-get, or its last line. */
function reasonIn(output: string): string {
  const lines = output.trim().split('\n')
  return (lines.find((line) => line.startsWith('E: ')) ?? lines.at(-1) ?? '').trim()
}

/** A failure is not worth more: the service uses memory and its usual port until somebody disables it. */
async function disableService(
  service: string,
  { path, onLine }: Pick<InstallOptions, 'path' | 'onLine'>,
): Promise<void> {
  const command = hasProgram('systemctl', path)
    ? (['systemctl', 'disable', '--quiet', `${service}.service`] as const)
    : (['update-rc.d', service, 'disable'] as const)
  const env = environmentOf(path)
  const outcome = await run([...command], { env, deadline: 30_000 }).catch(String)
  if (typeof outcome === 'string' || outcome.code !== 0)
    onLine?.(`${command.join(' ')} failed: the service ${service} may start at the next boot`)
}
