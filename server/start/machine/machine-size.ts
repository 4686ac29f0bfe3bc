import { statfs } from 'node:fs/promises'
import { totalmem } from 'node:os'

/** Memory and disk of a machine, in bytes. */
export interface MachineSize {
  memory: number
  /** Size of the file system of the data folder. */
  disk: number
}

export async function measureMachine(dataFolder: string): Promise<MachineSize> {
  const { blocks, bsize } = await statfs(dataFolder)
  return { memory: totalmem(), disk: blocks * bsize }
}
