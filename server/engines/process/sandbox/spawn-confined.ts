import { type ChildProcess, spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { open, unlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { markOf, markVariable } from '#engines/process/processes/end-processes.ts'
import { plainEnvironment } from '#kit/process/subprocess.ts'
import { commandLine, type LaunchFiles } from './command-line.ts'
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
  await writeLaunchFiles(confinement, files)
  const variables = await openUnnamed(
    join(folder, `variables-${randomUUID()}`),
    isSandboxed
      ? sandboxVariables(environment)
      : plainVariables({ ...environment, [markVariable]: markOf(folder) }),
  )
  // Opened here, because the launcher outlives this process, which holds the only link to the file.
  const filterFile = isSandboxed && filter ? await open(filter) : undefined
  try {
    const child = spawnLauncher(commandLine(confinement, files, system, command), [
      ...(launchErrors === undefined
        ? (['ignore', 'pipe', 'pipe'] as const)
        : (['ignore', 'ignore', launchErrors] as const)),
      variables.fd,
      ...(filterFile ? [filterFile.fd] : []),
    ])
    spawning.attach?.(child)
    await once(child, 'spawn')
    return child
  } finally {
    await variables.close()
    await filterFile?.close()
  }
}

/** Starts a launcher in a new session. Behind its streams it has the variables, then the filter. */
export const spawnLauncher = (
  [program, ...words]: readonly [string, ...string[]],
  stdio: (number | 'ignore' | 'pipe')[],
): ChildProcess =>
  spawn(program, words, { cwd: '/', env: plainEnvironment(), detached: true, stdio })

/** Writes what the launcher reads in the folder of the command. */
export async function writeLaunchFiles(
  confinement: Confinement,
  files: LaunchFiles,
): Promise<void> {
  if (confinement.user !== undefined)
    await writeFile(files.mountTable, mountTable(confinement), { mode: 0o600 })
  await clearWork(confinement)
  await writeUsersFile(confinement)
}

/** An unlinked file, complete before its reader starts, that no other process can open. */
export async function openUnnamed(path: string, content: string) {
  await writeFile(path, content, { mode: 0o600 })
  const file = await open(path, 'r')
  await unlink(path)
  return file
}
