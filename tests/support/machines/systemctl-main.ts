import { spawn } from 'node:child_process'
import { existsSync, openSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { until } from '#kit/concurrency/timeout.ts'
import { plainEnvironment, run, runOrThrow } from '#kit/process/subprocess.ts'
import { parseEnvironment, readUnit } from './unit-file.ts'

/**
 * `systemctl` of a machine of the lab, which has no systemd: starts and stops what units say, with the same verbs. A
 * process is recorded in `/run/units`, with its output.
 */
const [verb = '', ...words] = process.argv.slice(2)
const isNow = words.includes('--now')
const signal = words.find((word) => word.startsWith('--signal='))?.replace('--signal=', 'SIG')
const units = words
  .filter((word) => !word.startsWith('-'))
  .map((word) => word.replace('.service', ''))
const timeout = 300_000

const pidFile = (unit: string) => `/run/units/${unit}.pid`

/** PID and start time, because PIDs are reused. */
const recordOf = (pid: number) => `${pid} ${startTimeOf(pid)}`

function pidOf(unit: string): number | undefined {
  if (!existsSync(pidFile(unit))) return undefined
  const record = readFileSync(pidFile(unit), 'utf8')
  const pid = Number(record.split(' ')[0])
  return isAlive(pid) && record === recordOf(pid) ? pid : undefined
}

/** Fields of `/proc/PID/stat` from the state on. */
function statOf(pid: number): string[] {
  try {
    return readFileSync(`/proc/${pid}/stat`, 'utf8')
      .replace(/^.*\) /, '')
      .split(' ')
  } catch {
    return []
  }
}

const startTimeOf = (pid: number) => statOf(pid)[19]

/** A process that nobody waits for stays as a zombie. */
const isAlive = (pid: number) => statOf(pid).length > 0 && statOf(pid)[0] !== 'Z'

/** Settings of the lab: tools that were fetched before, and no packages. */
const labSettings = () =>
  existsSync('/etc/lab.env') ? parseEnvironment(readFileSync('/etc/lab.env', 'utf8')) : {}

async function startProcess(
  unit: string,
  [program = '', ...args]: string[],
  env: Record<string, string> = {},
): Promise<void> {
  const output = openSync(`/run/units/${unit}.log`, 'a')
  const child = spawn(program, args, {
    env: { ...plainEnvironment(), HOME: '/root', ...env },
    stdio: ['ignore', output, output],
    detached: true,
  })
  await new Promise((resolve, reject) => {
    child.once('spawn', resolve)
    child.once('error', reject)
  })
  writeFileSync(pidFile(unit), recordOf(child.pid ?? 0))
  child.unref()
}

/** Its unit wants a socket that systemd has opened, and a containerd beside it. */
async function startDocker(): Promise<void> {
  await startProcess('docker', [
    ...[
      'dockerd',
      '--host',
      'unix:///run/docker.sock',
      '--cgroup-parent',
      `/${labSettings().LAB_CONTROL_GROUP}`,
    ],
    ...['--userland-proxy=false', '--log-level', 'warn'],
  ])
  const isUp = async () => (await run(['docker', 'version'])).code === 0
  await until(isUp, { timeout, every: 200, what: 'dockerd' })
}

/** Its unit is one of units for each cluster. */
const controlCluster = (act: 'start' | 'stop') => {
  const [version = ''] = readdirSync('/etc/postgresql')
  const how = act === 'stop' ? ['--mode', 'fast'] : []
  const program = ['pg_ctlcluster', '--skip-systemctl-redirect'] as const
  return runOrThrow([...program, ...how, version, 'main', act])
}

async function start(unit: string): Promise<void> {
  if (unit === 'berth-applications') return
  if (unit === 'postgresql') return void (await controlCluster('start'))
  if (pidOf(unit)) return
  if (unit === 'docker') return startDocker()
  const { command, user, environmentFile } = readUnit(unit)
  const as = user ? ['setpriv', `--reuid=${user}`, `--regid=${user}`, '--init-groups', '--'] : []
  const settings = environmentFile ? parseEnvironment(readFileSync(environmentFile, 'utf8')) : {}
  const lab = unit.startsWith('berth') ? labSettings() : {}
  await startProcess(unit, [...as, ...command], { ...settings, ...lab })
}

async function stop(unit: string, signal: NodeJS.Signals = 'SIGTERM'): Promise<void> {
  if (unit === 'postgresql') return void (await controlCluster('stop').catch(() => undefined))
  const pid = pidOf(unit)
  if (pid === undefined) return
  // A kill takes the whole process group; routers are in sessions of their own and outlive their server, as with KillMode=process.
  process.kill(signal === 'SIGKILL' ? -pid : pid, signal)
  await until(() => !isAlive(pid), { timeout, every: 50, what: `the end of ${unit}` })
}

for (const unit of units) {
  if (verb === 'start' || (verb === 'enable' && isNow)) await start(unit)
  if (verb === 'restart') {
    await stop(unit)
    await start(unit)
  }
  if (verb === 'stop' || (verb === 'disable' && isNow)) await stop(unit)
  if (verb === 'kill') await stop(unit, signal as NodeJS.Signals)
  if (verb === 'is-active' && !pidOf(unit)) process.exitCode = 3
}
