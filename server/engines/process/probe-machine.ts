import { createHash } from 'node:crypto'
import { realpath } from 'node:fs/promises'
import { type Capabilities, type Capability, findCapabilities } from './capabilities.ts'
import { type Folders, openFolders } from './folders.ts'
import type { SystemFolder } from './sandbox/sandbox.ts'
import { findSystemFolders } from './sandbox/system-folders.ts'

/** The engine's folder on this machine, and what the machine can do. */
export interface ProbedMachine {
  folders: Folders
  /** Names what belongs to this folder among the machine's interfaces and control groups. */
  mark: string
  system: SystemFolder[]
  /** Known when all trials have ended. */
  capabilities: Promise<Capabilities>
}

/** Makes the folder and starts the trials of the machine, which run in processes of their own. */
export async function probeMachine(
  folder: string,
  without: readonly Capability[] = [],
): Promise<ProbedMachine> {
  const folders = await openFolders(folder)
  const path = await realpath(folders.root)
  const mark = createHash('sha256').update(path).digest('hex').slice(0, 8)
  const system = await findSystemFolders()
  const capabilities = findCapabilities(mark, system, { folder: folders.root, without })
  // Whoever waits for them is told; a start that fails before that says why itself.
  capabilities.catch(() => {})
  return { folders, mark, system, capabilities }
}
