import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, cp, mkdir, readlink, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { until } from '#kit/concurrency/timeout.ts'
import { type ProcessResult, plainEnvironment, run } from '#kit/process/subprocess.ts'
import { root } from '#tests/laws/source-tree.ts'
import { unmountBelow } from '#tests/runner/run-folder.ts'
import { killContainers, killGroup } from '#tests/support/swarm/lab-network.ts'

/**
 * A machine of the lab: a network namespace with an address, a mount namespace with folders of its own, and `systemctl`,
 * `scp` and `apt-get` that do what they are for between such machines.
 */
export interface Machine extends AsyncDisposable {
  name: string
  address: string
  folder: string
  /** Runs a script of a shell, as root. */
  run(script: string, timeout?: number): Promise<ProcessResult>
  /** The like, which has to succeed. */
  type(script: string, timeout?: number): Promise<string>
  /** Output of a service so far. */
  log(unit: string): Promise<string>
  /** Kills a service without warning. */
  kill(unit: string): Promise<void>
  /** Kills all processes whose working directory is this one or below. */
  killBelow(folder: string): Promise<void>
  /** Kills the Docker daemon with all its containers. */
  killNode(): Promise<void>
  /** Kills everything that runs there, containers too, as a power cut would. */
  cutPower(): Promise<void>
}

export interface MachinePlace {
  name: string
  address: string
  namespace: string
  folder: string
  /** Text of the program `scp`. */
  scp: string
}

/** The first deployment makes a base image of 400 MB. */
const scriptTimeout = 1_800_000
const node = '/opt/berth/node_modules/.bin/node'
const machines = '/opt/berth/tests/support/machines'
const systemctl = `#!/bin/sh
exec ${node} --disable-warning=ExperimentalWarning ${machines}/systemctl-main.ts "$@"
`
/** Programs that install others: everything is there already. What a package makes when it is installed is made here. */
const present = '#!/bin/sh\nexit 0\n'
const aptGet = `#!/bin/sh
case " $* " in
*" postgresql "*) pg_createcluster "$(ls /usr/lib/postgresql | tail -n 1)" main && systemctl start postgresql ;;
esac
`
/** Tools that tests have fetched before, and no packages: the machine has no way to anywhere. */
const labSettings = `BERTH_TOOLCHAINS=/opt/berth/.cache/toolchains
BERTH_INSTALL_PACKAGES=off
BERTH_API_RATE=6000
BERTH_MAX_FLAVOR=3XL
BERTH_QUOTA_MEMORY=0
`

export async function openMachine(place: MachinePlace): Promise<Machine> {
  const { name, address, namespace, folder } = place
  await prepareFolder(place)
  const holder = spawn(
    'nsenter',
    [
      ...[`--net=/run/netns/${namespace}`, '--', 'unshare', '--mount', '--uts', 'sh'],
      ...[join(import.meta.dirname, 'machine.sh'), folder, name, root],
    ],
    { stdio: ['ignore', 'inherit', 'inherit'] },
  )
  const ended = once(holder, 'exit')
  const inside = (words: string[]): [string, ...string[]] => [
    ...(['nsenter', '--target', String(holder.pid), '--mount', '--net', '--uts', '--'] as const),
    ...words,
  ]
  const env = { ...plainEnvironment(), HOME: '/root', NO_COLOR: '1' }
  const runScript = (script: string, timeout = scriptTimeout) =>
    run(inside(['bash', '-c', `set -euo pipefail\n${script}`]), { env, timeout, cwd: '/' })
  const killUnit = async (unit: string) =>
    void (await runScript(`systemctl kill --signal=KILL ${unit}`))
  const cutPower = async () => {
    holder.kill('SIGKILL')
    await ended
    await killGroup(namespace)
    await unmountBelow(folder)
  }
  const isReady = async () => (await run(inside(['test', '-e', '/run/ready']))).code === 0
  await until(() => isReady().catch(() => false), { timeout: 60_000, every: 50, what: name })
  return {
    name,
    address,
    folder,
    run: runScript,
    async type(script, timeout) {
      const { code, stdout, stderr } = await runScript(script, timeout)
      if (code === 0) return stdout
      throw new Error(`on ${name}: a command ended with ${code}:\n${script}\n${stdout}\n${stderr}`)
    },
    log: async (unit) => (await runScript(`cat /run/units/${unit}.log`)).stdout,
    kill: killUnit,
    async killBelow(below) {
      const { stdout } = await run(['ip', 'netns', 'pids', namespace])
      for (const pid of stdout.trim().split('\n')) {
        const cwd = await readlink(`/proc/${pid}/cwd`).catch(() => '')
        if (`${cwd}/`.startsWith(`${below}/`)) await run(['kill', '-KILL', pid])
      }
    },
    async killNode() {
      await killUnit('docker')
      await killContainers(namespace)
    },
    cutPower,
    [Symbol.asyncDispose]: cutPower,
  }
}

/** `/etc` is a copy of that of this machine, without its cluster of PostgreSQL. */
async function prepareFolder({ folder, namespace, scp }: MachinePlace): Promise<void> {
  await mkdir(folder, { recursive: true })
  await cp('/etc', join(folder, 'etc'), { recursive: true, verbatimSymlinks: true })
  for (const old of ['etc/postgresql', 'etc/docker', 'etc/berth'])
    await rm(join(folder, old), { recursive: true, force: true })
  for (const fresh of ['etc/postgresql', 'etc/docker/registry', 'usr/local/sbin', 'opt'])
    await mkdir(join(folder, fresh), { recursive: true })
  const group = `LAB_CONTROL_GROUP=${namespace}\n`
  await writeFile(join(folder, 'etc/lab.env'), labSettings + group)
  const programs = { systemctl, scp, 'apt-get': aptGet, npm: present, go: present }
  for (const [name, text] of Object.entries(programs)) {
    const file = join(folder, 'usr/local/sbin', name)
    await writeFile(file, text)
    await chmod(file, 0o755)
  }
}
