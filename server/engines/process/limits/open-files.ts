import { readFile, writeFile } from 'node:fs/promises'
import { totalmem } from 'node:os'
import { maxOpenFiles } from '#kit/process/open-files.ts'

/** What each process of an instance or a build may have open. */
export const filesPerProcess = Math.min(65_536, maxOpenFiles())

const machineLimit = '/proc/sys/fs/file-max'
/** What the kernel charges to a control group for an open file, at least. */
const bytesPerFile = 256

/**
 * Open files are charged to the memory of a control group, which ends an instance that has too many. Where the machine
 * has a limit of its own that is below that, one instance could reach it for all, so it is raised, as systemd does.
 */
export async function raiseMachineLimit(path = machineLimit, memory = totalmem()): Promise<void> {
  const wanted = Math.ceil(memory / bytesPerFile)
  const current = Number(await readFile(path, 'utf8').catch(() => Infinity))
  // In a container it may be read-only: then it is for whoever runs the machine to decide.
  if (current < wanted) await writeFile(path, String(wanted)).catch(() => {})
}
