import { globSync, readdirSync, readFileSync, readlinkSync } from 'node:fs'
import { mkdir, readdir, realpath, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { until } from '#kit/concurrency/timeout.ts'
import { run } from '#kit/process/subprocess.ts'
import { root } from '#tests/laws/source-tree.ts'
import { endLeftLab } from '#tests/support/swarm/lab-network.ts'

/** A process id follows: the next run ends what a killed one has left, and never touches that of a run that goes on. */
const prefix = 'berth-run-'
const timeout = 300_000

/** The folder of all temporary files of one run of tests or benchmarks; each process of the run is recognised by it. */
export interface RunFolder extends AsyncDisposable {
  folder: string
}

/** Makes the folder, after ending what killed runs have left in theirs; the run's processes get it as `TMPDIR`. */
export async function openRunFolder(parent = tmpdir()): Promise<RunFolder> {
  await endLeftRuns(parent, prefix)
  const folder = join(await realpath(parent), `${prefix}${process.pid}`)
  await mkdir(folder, { mode: 0o1777 })
  return { folder, [Symbol.asyncDispose]: once(() => endRun(folder)) }
}

/** A run that is interrupted ends on two ways: by the signal, and because its files have ended. */
export function once(end: () => Promise<void>): () => Promise<void> {
  let ending: Promise<void> | undefined
  return () => {
    ending ??= end()
    return ending
  }
}

/** Ends runs whose process is gone; `remove` takes their folders away. */
export async function endLeftRuns(
  parent: string,
  named: string,
  remove = removeRun,
): Promise<void> {
  for (const name of await readdir(parent)) {
    const pid = name.startsWith(named) ? Number(name.slice(named.length)) : Number.NaN
    if (!Number.isSafeInteger(pid) || isRunning(pid)) continue
    await endProcessesOf(join(await realpath(parent), name))
    await remove(join(parent, name))
  }
}

async function endRun(folder: string): Promise<void> {
  await endProcessesOf(folder)
  await removeRun(folder)
}

async function removeRun(folder: string): Promise<void> {
  for (const name of await readdir(folder)) await endLeftLab(name)
  await unmountBelow(await realpath(folder))
  await rm(folder, { recursive: true, force: true })
}

/** Innermost first. Disks and name spaces that killed programs have mounted would keep the folder from being removed. */
export async function unmountBelow(folder: string): Promise<void> {
  const { stdout } = await run(['findmnt', '--list', '--noheadings', '--output', 'TARGET'])
  const mounts = stdout.split('\n').filter((path) => path.startsWith(`${folder}/`))
  for (const path of mounts.reverse()) await run(['umount', '--lazy', path])
}

/**
 * Ends whatever still runs for the folder. Platforms first, by `--stop-all`, which knows the instances, networks, control groups and servers of
 * databases that belong to their data folder; then every process that names the folder.
 */
export async function endProcessesOf(folder: string): Promise<void> {
  const locks = globSync(['server.lock', '*/server.lock', '*/*/server.lock', '*/*/*/server.lock'], {
    cwd: folder,
  })
  await Promise.all(locks.map((lock) => stopPlatform(join(folder, dirname(lock)))))
  const isOver = () => {
    const left = processesNaming(folder)
    for (const pid of left) kill(pid)
    return left.length === 0
  }
  await until(isOver, { timeout, every: 50, what: `the end of the processes of ${folder}` })
}

async function stopPlatform(data: string): Promise<void> {
  const env = { PATH: process.env.PATH ?? '', HOME: process.env.HOME ?? '/', BERTH_DATA: data }
  const command = [process.execPath, join(root, 'server/main.ts'), '--stop-all'] as const
  const { code, stderr } = await run([...command], { env, timeout })
  if (code !== 0) console.error(`what is left of ${data} could not be stopped: ${stderr}`)
}

/** Processes with the folder in their environment, their command or as their working directory. */
function processesNaming(folder: string): number[] {
  const pids = readdirSync('/proc')
    .map(Number)
    .filter((pid) => pid > 0 && pid !== process.pid)
  const isNamed = new RegExp(`(^|[=\\0 :])${RegExp.escape(folder)}(/|\\0|$)`)
  return pids.filter((pid) =>
    [readOf(pid, 'environ'), readOf(pid, 'cmdline'), folderOf(pid)].some((text) =>
      isNamed.test(text),
    ),
  )
}

function readOf(pid: number, file: string): string {
  try {
    return readFileSync(`/proc/${pid}/${file}`, 'latin1')
  } catch {
    return ''
  }
}

function folderOf(pid: number): string {
  try {
    return readlinkSync(`/proc/${pid}/cwd`)
  } catch {
    return ''
  }
}

export function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

function kill(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL')
  } catch {
    // It has ended meanwhile.
  }
}
