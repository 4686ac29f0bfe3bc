import { readFile, writeFile } from 'node:fs/promises'
import { totalmem } from 'node:os'
import { maxOpenFiles } from '#kit/process/open-files.ts'

/** Open file limit of each process of an instance or a build. */
export const filesPerProcess = Math.min(65_536, maxOpenFiles())

const machineLimit = '/proc/sys/fs/file-max'
/** Minimum memory that the kernel charges to a control group for an open file. */
const bytesPerFile = 256

/**
 * Raises the machine's open file limit, as systemd does. Open files are charged to the memory of a control group, which
 * bounds each instance; a lower machine-wide limit could be exhausted by one instance for all.
 */
export async function raiseMachineLimit(path = machineLimit, memory = totalmem()): Promise<void> {
  const wanted = Math.ceil(memory / bytesPerFile)
  const current = Number(await readFile(path, 'utf8').catch(() => Infinity))
  // Read-only in some containers: then the operator of the machine has to decide.
  if (current < wanted) await writeFile(path, String(wanted)).catch(() => {})
}
