import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync } from 'node:fs'
import { cp, mkdir, mkdtemp, rename, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { until } from '#kit/concurrency/timeout.ts'
import { hasProgram } from '#kit/packages/system-packages.ts'
import { type ProcessResult, plainEnvironment, run, runOrThrow } from '#kit/process/subprocess.ts'
import { unmountBelow } from '#tests/runner/run-folder.ts'
import { withLock } from '#tests/support/provide-tools.ts'
import { killGroup, openLabNetwork } from '#tests/support/swarm/lab-network.ts'
import { toolchainCache } from '#tests/support/toolchain-cache.ts'

export type Suite = 'bookworm' | 'trixie'

/** An empty Debian with systemd as its first process, on a network that leads nowhere else. */
export interface DebianMachine extends AsyncDisposable {
  address: string
  /** Its root, as this machine sees it. */
  folder: string
  /** Runs a program there, as root. */
  run(...words: [string, ...string[]]): Promise<ProcessResult>
  /** The like, which has to succeed. */
  type(...words: [string, ...string[]]): Promise<string>
  /** Copies a file to its `/srv`, and returns the path there. */
  bring(file: string): Promise<string>
}

const bootTimeout = 300_000
const commandTimeout = 900_000
const archives = join(dirname(toolchainCache), 'debian')
const script = join(import.meta.dirname, 'debian-machine.sh')

/** Boots a Debian that has nothing but systemd; `packages` and what they depend on can be installed there without a network. */
export async function bootDebian(
  suite: Suite,
  packages: readonly string[],
): Promise<DebianMachine> {
  const archive = await rootArchive(suite, packages)
  await using stack = new AsyncDisposableStack()
  const { namespaces } = stack.use(await openLabNetwork(1))
  const { namespace = '', address = '' } = namespaces[0] ?? {}
  const folder = await mkdtemp(join(tmpdir(), `berth-debian-${suite}-`))
  stack.defer(async () => {
    await unmountBelow(folder)
    await rm(folder, { recursive: true, force: true })
  })
  await runOrThrow(['tar', '-xf', archive, '-C', folder])
  const group = await makeGroup(namespace)
  const holder = spawn(
    'nsenter',
    [
      ...[`--net=/run/netns/${namespace}`, '--', 'unshare', '--mount', '--pid', '--fork'],
      ...['--uts', '--ipc', '--', 'sh', script, folder, toolchainCache, group],
    ],
    { stdio: ['ignore', 'ignore', 'inherit'], env: plainEnvironment() },
  )
  const ended = once(holder, 'exit')
  stack.defer(async () => {
    await killGroup(namespace)
    await ended
  })
  const inside = (words: string[]): [string, ...string[]] => [
    ...(['nsenter', '--target', String(childOf(holder.pid)), '--all', '--', ...words] as const),
  ]
  const env = { ...plainEnvironment(), HOME: '/root', DEBIAN_FRONTEND: 'noninteractive' }
  const runInside = (...words: [string, ...string[]]) =>
    run(inside(words), { env, cwd: '/', timeout: commandTimeout })
  const isBooted = async () => {
    const { stdout } = await runInside('systemctl', 'is-system-running')
    return /^(running|degraded)$/.test(stdout.trim())
  }
  const patience = { timeout: bootTimeout, every: 200, what: `the start of ${suite}` }
  await until(() => isBooted().catch(() => false), patience)
  const machine = stack.move()
  return {
    address,
    folder,
    run: runInside,
    async type(...words) {
      const { code, stdout, stderr } = await runInside(...words)
      if (code === 0) return stdout
      throw new Error(`${suite}: ${words.join(' ')} ended with ${code}:\n${stdout}\n${stderr}`)
    },
    async bring(file) {
      await cp(file, join(folder, 'srv', basename(file)))
      return `/srv/${basename(file)}`
    },
    [Symbol.asyncDispose]: () => machine.disposeAsync(),
  }
}

/** The only child of a process. */
function childOf(pid: number | undefined): number {
  return Number(readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim())
}

/** A control group of the namespace's name, by which its processes are found when the machine ends. */
async function makeGroup(namespace: string): Promise<string> {
  const mounts = readFileSync('/proc/mounts', 'utf8').split('\n')
  const unified = mounts
    .map((line) => line.split(' '))
    .find(([, , type]) => type === 'cgroup2')?.[1]
  if (!unified) throw new Error('this machine has no unified hierarchy of control groups mounted')
  const group = join(unified, namespace)
  await mkdir(group)
  return group
}

/** An archive of the root with the packages in the cache of apt, not installed; made once, because that takes a minute. */
async function rootArchive(suite: Suite, packages: readonly string[]): Promise<string> {
  const archive = join(archives, `${suite}-${packages.join('-')}.tar`)
  await withLock(basename(archive), async () => {
    if (existsSync(archive)) return
    if (!hasProgram('mmdebstrap', process.env.PATH ?? ''))
      throw new Error("mmdebstrap is missing: install Debian's package of that name")
    await mkdir(archives, { recursive: true })
    const draft = `${archive}-${process.pid}`
    const download = `chroot "$1" apt-get install --yes --download-only --no-install-recommends ${packages.join(' ')}`
    await runOrThrow(
      [
        ...(['mmdebstrap', '--variant=minbase', '--format=tar', '--skip=cleanup/apt'] as const),
        ...['--include=systemd,systemd-sysv,dbus,ca-certificates', `--customize-hook=${download}`],
        ...[suite, draft, `deb ${await mirror()} ${suite} main`],
      ],
      { timeout: commandTimeout },
    )
    await rename(draft, archive)
  })
  return archive
}

/** Where this machine's own packages come from. */
async function mirror(): Promise<string> {
  const format = ['--format', '$(REPO_URI) $(CODENAME)', 'Created-By: Packages']
  const lines = (await runOrThrow(['apt-get', 'indextargets', ...format])).trim().split('\n')
  const main = lines.find((line) => !/-(security|updates|backports)$/.test(line))
  const [uri] = (main ?? '').split(' ')
  if (!uri) throw new Error('apt knows no mirror of Debian on this machine')
  return uri
}
