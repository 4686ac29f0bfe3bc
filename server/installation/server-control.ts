import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync, openSync, readFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { lockHolderOf } from '#kit/concurrency/folder-lock.ts'
import { run } from '#kit/process/subprocess.ts'
import type { Settings } from '#settings/settings.ts'
import { applicationsUnit, serverUnit } from '#systemd/units.ts'
import { makeDataFolder } from '#wiring/disk/data-folder.ts'
import { environmentOf } from './environment.ts'
import { InstallationError } from './installation-error.ts'

/** Starts and stops the server of an installation; router and applications go on. */
export interface Service {
  /** Whether an installation also starts it, because the machine then starts it at each boot. */
  isUnit: boolean
  isRunning(): Promise<boolean>
  stop(): Promise<void>
  start(): Promise<void>
  /** Why a start will not succeed, once that is certain. */
  failure(): Promise<string | undefined>
}

const commandTimeout = 150_000
const unitFolders = ['/etc/systemd/system', '/usr/lib/systemd/system']

/** The unit of systemd where it starts this installation, else a server that somebody has started by hand. */
export async function serviceOf(home: string, settings: Settings): Promise<Service> {
  if (!existsSync('/run/systemd/system')) return handService(home, settings)
  const texts = unitFolders.map((folder) =>
    readFile(join(folder, serverUnit), 'utf8').catch(() => undefined),
  )
  // The first one found is the one that systemd uses.
  const unit = (await Promise.all(texts)).find((text) => text !== undefined)
  return unit?.includes(`${home}/current/`) ? systemdService : handService(home, settings)
}

const systemctl = (...words: string[]) => run(['systemctl', ...words], { timeout: commandTimeout })

async function change(...words: string[]): Promise<void> {
  const { code, stderr } = await systemctl(...words)
  if (code !== 0)
    throw new InstallationError(`systemctl ${words.join(' ')} failed: ${stderr.trim() || code}`)
}

const systemdService: Service = {
  isUnit: true,
  isRunning: async () => (await systemctl('is-active', '--quiet', serverUnit)).code === 0,
  stop: () => change('stop', serverUnit),
  async start() {
    await change('daemon-reload')
    await change('enable', serverUnit, applicationsUnit)
    await change('start', serverUnit)
  },
  async failure() {
    const { stdout } = await systemctl('is-active', serverUnit)
    return stdout.trim() === 'failed' ? 'journalctl -u berth says why' : undefined
  },
}

/** Without systemd: the server is ended through its supervisor, and a new one is detached, with a file for what it prints. */
function handService(home: string, settings: Settings): Service {
  const { data } = settings
  const output = join(data, 'server.log')
  let latest: ChildProcess | undefined
  let ended: number | undefined
  return {
    isUnit: false,
    isRunning: async () => existsSync(data) && (await lockHolderOf(data)) !== undefined,
    async stop() {
      const holder = await lockHolderOf(data)
      if (holder !== undefined) terminate(supervisorOf(holder) ?? holder)
    },
    async start() {
      ended = undefined
      await makeDataFolder(data)
      const file = openSync(output, 'a', 0o600)
      const program = join(home, 'current/bin/berth-server')
      const child = spawn(program, [], {
        detached: true,
        stdio: ['ignore', file, file],
        env: environmentOf(settings),
      })
      const end = (code: number) => {
        if (child === latest) ended = code
      }
      child.on('exit', (code) => end(code ?? 1))
      child.on('error', () => end(1))
      latest = child
      child.unref()
    },
    failure: async () => (ended === undefined ? undefined : `${output} says why`),
  }
}

/** The `bin/berth-server` that would start the process again; none if either has just ended. */
function supervisorOf(pid: number): number | undefined {
  const parent = /^PPid:\s*(\d+)$/m.exec(readProcess(pid, 'status'))?.[1]
  if (parent === undefined) return undefined
  const isSupervisor = readProcess(Number(parent), 'cmdline').includes('bin/berth-server')
  return isSupervisor ? Number(parent) : undefined
}

/** A file of a process; empty if it has ended. */
function readProcess(pid: number, name: string): string {
  try {
    return readFileSync(`/proc/${pid}/${name}`, 'utf8')
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === 'ENOENT' || code === 'ESRCH') return ''
    throw error
  }
}

/** Asks a process to end, unless it has. */
function terminate(pid: number): void {
  try {
    process.kill(pid, 'SIGTERM')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
  }
}
