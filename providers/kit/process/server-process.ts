import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { lchown, mkdir, open, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { GroupLimits } from '#kit/control-groups/control-group-plan.ts'
import { joinCommand, oomScores } from '#kit/control-groups/join-command.ts'
import {
  identifyProcess,
  isSameProcess,
  type StoredProcess,
} from '#kit/process/process-identity.ts'
import { exitPipe } from './exit-pipe.ts'
import { dropServerGroup, makeServerGroup } from './groups.ts'
import { writeInputs } from './run-program.ts'
import { type Sandbox, sandboxCommand, socketHome } from './sandbox.ts'
import type { SystemUser } from './system-user.ts'

/** A server that outlives this process. */
interface Identity extends StoredProcess {
  /** Digest of its launch options: a server with others is restarted. */
  launch?: string
  /** Its control group. */
  groups?: string[]
}

export interface ServerProcess extends Pick<Sandbox, 'files' | 'mounts' | 'maxDataBytes'> {
  /** Owned by us and private. Contains the data folder, the socket folder, the log and `process.json`. */
  folder: string
  /** The data folder, mounted as `/server`. */
  own: string
  user: SystemUser | undefined
  command: readonly [string, ...string[]]
  limits: GroupLimits
  /** Variables in addition to the search path and the locale. */
  env?: Readonly<Record<string, string>>
  /** Signal for a graceful stop. */
  stopSignal: NodeJS.Signals
}

const spawnTimeout = 60_000
const infoDescriptor = 3

/** Folder of a server's Unix socket, for the sandboxes of its clients. */
export const socketFolder = (folder: string) => join(folder, 'socket')

/** Makes a folder for a server's user inside one of ours. */
export async function makeOwnedFolder(path: string, user: SystemUser | undefined): Promise<void> {
  await mkdir(path, { recursive: true, mode: 0o700 })
  if (user) await lchown(path, user.uid, user.gid)
}

/**
 * Starts a server in a sandbox, unless it already runs with the same options; it logs to `server.log` of the folder.
 */
export async function startServer(server: ServerProcess): Promise<void> {
  const { folder, own, user, command, files, limits, maxDataBytes, env, stopSignal } = server
  const launch = digestOf([own, user, command, files, limits, maxDataBytes, ...(env ? [env] : [])])
  if (await findServer(folder)) {
    if ((await readIdentity(folder))?.launch === launch) return
    await stopServer(folder, stopSignal)
  }
  await makeOwnedFolder(socketFolder(folder), user)
  const groups = await makeServerGroup(folder, limits)
  const log = await open(join(folder, 'server.log'), 'a', 0o600)
  try {
    const socket = { source: socketFolder(folder), target: socketHome, isWritable: true }
    const mounts = [socket, ...(server.mounts ?? [])]
    const sandboxed = sandboxCommand(
      {
        user,
        folder: own,
        mounts,
        files: files ?? {},
        network: 'host',
        maxDataBytes,
        infoDescriptor,
      },
      command,
      infoDescriptor + 1,
    )
    const [program, ...args] = joinCommand(
      { groups, oomScore: oomScores.server, fifo: exitPipe(folder) },
      sandboxed.command,
    )
    const child = spawn(program, args, {
      cwd: '/',
      detached: true,
      stdio: ['ignore', log.fd, log.fd, 'pipe', ...sandboxed.inputs.map(() => 'pipe' as const)],
      env: { PATH: '/usr/bin:/bin:/usr/sbin:/sbin', LC_ALL: 'C.UTF-8', ...env },
    })
    child.unref()
    writeInputs(child, sandboxed.inputs, infoDescriptor + 1)
    const pid = await pidOf(child)
    const started = identifyProcess(pid)
    if (started === undefined) throw new Error(`the server ended at once: see ${folder}/server.log`)
    const identity: Identity = { ...started, launch, groups }
    await writeIdentity(folder, identity)
  } finally {
    await log.close()
  }
}

const digestOf = (value: unknown) =>
  createHash('sha256').update(JSON.stringify(value)).digest('hex')

function pidOf(child: ReturnType<typeof spawn>): Promise<number> {
  return new Promise((resolve, reject) => {
    let text = ''
    const pipe = child.stdio[infoDescriptor]
    const timer = setTimeout(() => reject(new Error('the sandbox did not start')), spawnTimeout)
    pipe?.on('data', (part) => {
      text += part
      const [, pid] = /"child-pid": *(\d+)/.exec(text) ?? []
      if (!pid) return
      clearTimeout(timer)
      resolve(Number(pid))
    })
    child.once('error', reject)
    child.once('exit', (code) => reject(new Error(`the sandbox ended with ${code}`)))
  })
}

/** Replaces the file as a whole: whoever looks for the server meanwhile does not read half of it. */
export async function writeIdentity(folder: string, identity: Identity): Promise<void> {
  const path = join(folder, 'process.json')
  await writeFile(`${path}.new`, JSON.stringify(identity))
  await rename(`${path}.new`, path)
}

async function readIdentity(folder: string): Promise<Identity | undefined> {
  const text = await readFile(join(folder, 'process.json'), 'utf8').catch(() => undefined)
  return text === undefined ? undefined : (JSON.parse(text) as Identity)
}

/** PID of the server, while it runs. */
export async function findServer(folder: string): Promise<number | undefined> {
  const identity = await readIdentity(folder)
  if (!identity) return undefined
  return isSameProcess(identity) ? identity.pid : undefined
}

/** Stops the server gracefully, and kills it after the timeout. */
export async function stopServer(
  folder: string,
  signal: NodeJS.Signals,
  timeout = 30_000,
): Promise<void> {
  const end = performance.now() + timeout
  let next: NodeJS.Signals | undefined = signal
  for (;;) {
    const pid = await findServer(folder)
    if (pid === undefined) break
    if (performance.now() > end) next = 'SIGKILL'
    if (next) tell(pid, next)
    next = undefined
    await sleep(25)
  }
  await dropServerGroup((await readIdentity(folder))?.groups ?? [])
  await rm(join(folder, 'process.json'), { force: true })
}

function tell(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
  }
}
