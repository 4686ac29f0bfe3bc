import { statfs } from 'node:fs/promises'
import { totalmem } from 'node:os'

/** What a machine has, in bytes. */
export interface MachineSize {
  memory: number
  /** Of the file system with all state. */
  disk: number
}

export async function measureMachine(dataFolder: string): Promise<MachineSize> {
  const { blocks, bsize } = await statfs(dataFolder)
  return { memory: totalmem(), disk: blocks * bsize }
}
