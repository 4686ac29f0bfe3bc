import type { ChildProcess } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { open, unlink } from 'node:fs/promises'
import { join } from 'node:path'
import { withTimeout } from '#kit/concurrency/timeout.ts'
import { awaitedLine, type LauncherOptions, type LaunchFiles, waitingLine } from './command-line.ts'
import type { Confinement } from './confinement.ts'
import { sandboxVariables } from './sandbox.ts'
import { type SpawnOptions, spawnLauncher, writeLaunchFiles } from './spawn-confined.ts'

/** A launcher in its control groups that waits for its command. Without one it ends with the server. */
export interface WaitingLauncher {
  readonly child: ChildProcess
  isWaiting(): boolean
  /** Ends it, unless it has its command. */
  end(): Promise<void>
  /** Lets it run a command in a sandbox. */
  run(spawning: Omit<SpawnOptions, 'launchErrors' | 'attach'>): Promise<void>
}

const endTimeout = 30_000

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
    const child = spawnLauncher(waitingLine(options, files), [
      ...(['pipe', 'ignore', launchErrors, read.fd] as const),
      ...(filterFile ? [filterFile.fd] : []),
    ])
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
        await writeLaunchFiles(confinement, files)
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
