import { statfs } from 'node:fs/promises'
import { availableParallelism, totalmem } from 'node:os'

/** Memory and disk of a machine, in bytes, and its CPUs. */
export interface MachineSize {
  memory: number
  cpus: number
  /** Size of the file system of the data folder. */
  disk: number
}

export async function measureMachine(dataFolder: string): Promise<MachineSize> {
  const { blocks, bsize } = await statfs(dataFolder)
  return { memory: totalmem(), cpus: availableParallelism(), disk: blocks * bsize }
}
