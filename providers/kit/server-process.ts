import { spawn } from 'node:child_process'
import { open, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { inSandbox } from './sandbox.ts'
import type { SystemUser } from './system-user.ts'

/** A server that goes on without us, known by its number and the moment it was started, so that no other is taken for it. */
interface Identity {
  pid: number
  startedAt: string
}

export interface ServerProcess {
  /** What is mounted for it; a file beside its own folder tells the next one of us about it. */
  folder: string
  /** Its own folder, which it sees as `/server`. */
  own: string
  user: SystemUser | undefined
  command: readonly [string, ...string[]]
}

const spawnDeadline = 10_000

/** Starts a server in a sandbox, unless it runs; it writes to `server.log` of the folder. */
export async function startServer({ folder, own, user, command }: ServerProcess): Promise<void> {
  if (await findServer(folder)) return
  const log = await open(join(folder, 'server.log'), 'a', 0o600)
  try {
    const [program, ...args] = inSandbox(own, user, command, ['--info-fd', '3'])
    const child = spawn(program, args, {
      ...{ cwd: '/', detached: true, stdio: ['ignore', log.fd, log.fd, 'pipe'] },
      env: { PATH: '/usr/bin:/bin', LC_ALL: 'C.UTF-8' },
    })
    child.unref()
    const pid = await pidOf(child)
    const startedAt = await startOf(pid)
    if (startedAt === undefined)
      throw new Error(`the server ended at once: see ${folder}/server.log`)
    await writeFile(join(folder, 'process.json'), JSON.stringify({ pid, startedAt }))
  } finally {
    await log.close()
  }
}

function pidOf(child: ReturnType<typeof spawn>): Promise<number> {
  return new Promise((resolve, reject) => {
    let text = ''
    const pipe = child.stdio[3]
    const timer = setTimeout(() => reject(new Error('the sandbox did not start')), spawnDeadline)
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

/** The number of the server's process, while it runs. */
export async function findServer(folder: string): Promise<number | undefined> {
  const text = await readFile(join(folder, 'process.json'), 'utf8').catch(() => undefined)
  if (text === undefined) return undefined
  const { pid, startedAt } = JSON.parse(text) as Identity
  return (await startOf(pid)) === startedAt ? pid : undefined
}

/** Asks the server to end, and makes it end after the deadline. */
export async function stopServer(
  folder: string,
  signal: NodeJS.Signals,
  deadline = 30_000,
): Promise<void> {
  const end = Date.now() + deadline
  let next: NodeJS.Signals | undefined = signal
  for (;;) {
    const pid = await findServer(folder)
    if (pid === undefined) break
    if (Date.now() > end) next = 'SIGKILL'
    if (next) tell(pid, next)
    next = undefined
    await sleep(25)
  }
  await rm(join(folder, 'process.json'), { force: true })
}

function tell(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
  }
}

/** When a process was started, in ticks since the machine was; nothing when there is none, or only its shell is left. */
export async function startOf(pid: number): Promise<string | undefined> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '')
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  return fields[0] === 'Z' || fields[0] === 'X' ? undefined : fields[19]
}
