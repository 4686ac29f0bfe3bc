import { type ChildProcess, type StdioOptions, spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { open, unlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { markOf, markVariable } from '#engines/process/processes/end-processes.ts'
import { withTimeout } from '#kit/concurrency/timeout.ts'
import { plainEnvironment } from '#kit/process/subprocess.ts'
import {
  awaitedLine,
  commandLine,
  type LauncherOptions,
  type LaunchFiles,
  waitingLine,
} from './command-line.ts'
import type { Confinement } from './confinement.ts'
import { writeUsersFile } from './etc-files.ts'
import { clearWork, mountTable } from './overlay.ts'
import { plainVariables, type SystemFolder, sandboxVariables } from './sandbox.ts'

export interface SpawnOptions {
  confinement: Confinement
  system: SystemFolder[]
  files: LaunchFiles
  environment: Record<string, string>
  command: string[]
  /** Descriptor for the launcher's errors; absent when errors and output go to pipes. */
  launchErrors?: number
  /** Called synchronously with the child: a later listener would miss the output of a quick command. */
  attach?: (child: ChildProcess) => void
}

/** Starts a confined command in a new session; returns once its first program runs. */
export async function spawnConfined(spawning: SpawnOptions): Promise<ChildProcess> {
  const { confinement, system, files, environment, command, launchErrors } = spawning
  const { isSandboxed, folder, filter } = confinement
  await writeFiles(confinement, files)
  const variables = await openUnnamed(
    join(folder, `variables-${randomUUID()}`),
    isSandboxed
      ? sandboxVariables(environment)
      : plainVariables({ ...environment, [markVariable]: markOf(folder) }),
  )
  // Opened here, because the launcher outlives this process, which holds the only link to the file.
  const filterFile = isSandboxed && filter ? await open(filter) : undefined
  try {
    const [program, ...words] = commandLine(confinement, files, system, command)
    const stdio: StdioOptions =
      launchErrors === undefined
        ? ['ignore', 'pipe', 'pipe', variables.fd]
        : ['ignore', 'ignore', launchErrors, variables.fd]
    if (filterFile) stdio.push(filterFile.fd)
    const child = spawn(program, words, {
      cwd: '/',
      env: plainEnvironment(),
      detached: true,
      stdio,
    })
    spawning.attach?.(child)
    await once(child, 'spawn')
    return child
  } finally {
    await variables.close()
    await filterFile?.close()
  }
}

/** Writes what the launcher reads in the folder of the command. */
async function writeFiles(confinement: Confinement, files: LaunchFiles): Promise<void> {
  if (confinement.user !== undefined)
    await writeFile(files.mountTable, mountTable(confinement), { mode: 0o600 })
  await clearWork(confinement)
  await writeUsersFile(confinement)
}

/** A launcher in its control groups that waits for its command. Without one it ends with the server. */
export interface WaitingLauncher {
  readonly child: ChildProcess
  isWaiting(): boolean
  /** Ends it, unless it has its command. */
  end(): Promise<void>
  /** Lets it run a command in a sandbox. */
  run(spawning: Omit<SpawnOptions, 'launchErrors' | 'attach'>): Promise<void>
}

export interface WaitingOptions extends LauncherOptions, Pick<Confinement, 'folder' | 'filter'> {
  files: LaunchFiles
  /** Descriptor for the launcher's errors. */
  launchErrors: number
}

/** Starts a launcher ahead of its command, because to join control groups and to begin takes it longer than the rest. */
export async function startWaitingLauncher(options: WaitingOptions): Promise<WaitingLauncher> {
  const { folder, filter, files, launchErrors } = options
  const path = join(folder, `variables-${randomUUID()}`)
  const variables = await open(path, 'wx', 0o600)
  const read = await open(path, 'r')
  await unlink(path)
  const filterFile = filter ? await open(filter) : undefined
  try {
    const [program, ...words] = waitingLine(options, files)
    const stdio: StdioOptions = ['pipe', 'ignore', launchErrors, read.fd]
    if (filterFile) stdio.push(filterFile.fd)
    const child = spawn(program, words, {
      cwd: '/',
      env: plainEnvironment(),
      detached: true,
      stdio,
    })
    child.unref()
    child.stdin?.on('error', () => {})
    child.on('exit', () => void variables.close().catch(() => {}))
    await once(child, 'spawn')
    let hasCommand = false
    const isWaiting = () => !hasCommand && child.exitCode === null && child.signalCode === null
    return {
      child,
      isWaiting,
      async end() {
        if (!isWaiting()) return
        child.stdin?.destroy()
        await withTimeout(once(child, 'exit'), endTimeout, 'the end of a launcher')
      },
      async run({ confinement, system, files, environment, command }) {
        if (!isWaiting()) throw new Error('the launcher has ended before its command')
        await writeFiles(confinement, files)
        await variables.writeFile(sandboxVariables(environment))
        const line = awaitedLine(confinement, files, system, command)
        if (line.some((word) => word.includes('\0'))) throw new Error('a command contains NUL')
        hasCommand = true
        child.stdin?.end([String(line.length), ...line, ''].join('\0'))
        await variables.close()
      },
    }
  } finally {
    await read.close()
    await filterFile?.close()
  }
}

const endTimeout = 30_000

/** An unlinked file, complete before its reader starts, that no other process can open. */
async function openUnnamed(path: string, content: string) {
  await writeFile(path, content, { mode: 0o600 })
  const file = await open(path, 'r')
  await unlink(path)
  return file
}
