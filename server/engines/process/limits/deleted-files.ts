import { sleep } from '#kit/concurrency/timeout.ts'
import type { TreeSize } from '#kit/tenant-files/trees.ts'
import { askCounter } from './counter-pool.ts'
import type { HeldFiles } from './held-files.ts'

const samples = 10
const sampleInterval = 50
const unanswered: HeldFiles = { bytes: 0, inodes: 0, isComplete: false, inFlight: 0, inKernel: [] }

/** Deleted files, sampled over a short time. */
export interface SampledFiles extends TreeSize {
  /** Why every sample was incomplete. */
  hidden?: 'in flight' | 'many' | 'unanswered'
}

/**
 * Disk usage of deleted files on the disk of these folders: no directory walk finds them, and they stay as long as a
 * process holds them. Opens nothing: `stat` follows the links of `/proc` to the file itself. Incomplete on timeout.
 */
export async function deletedFilesOf(
  pids: readonly number[],
  folders: readonly string[],
  { proc = '/proc', countsInFlight = false } = {},
): Promise<HeldFiles> {
  return (await askCounter({ pids, folders, proc, countsInFlight })) ?? unanswered
}

/**
 * Takes several samples, on a full disk: a descriptor that is passed around counts if one sample sees it open, and a
 * queue that is empty in one sample hides nothing for long. A process with descriptors in flight in every sample keeps
 * them there; a thread that never left the kernel may be in an endless call on a file that was closed meanwhile.
 */
export async function sampleDeletedFiles({
  pids,
  folders,
  proc = '/proc',
  signal,
}: {
  pids(): Promise<readonly number[]>
  folders: readonly string[]
  proc?: string
  signal?: AbortSignal
}): Promise<SampledFiles> {
  const looks: HeldFiles[] = []
  while (looks.length < samples) {
    if (looks.length > 0) await sleep(sampleInterval, signal)
    const look = await deletedFilesOf(await pids(), folders, { proc, countsInFlight: true })
    // After one timeout the process is not queried again.
    if (look === unanswered) return { ...maxOf(looks), isComplete: false, hidden: 'unanswered' }
    looks.push(look)
  }
  const inKernel = looks.map((look) => new Set(look.inKernel))
  const isStaying = inKernel.reduce((one, other) => one.intersection(other)).size > 0
  const isComplete = !isStaying && looks.some((look) => look.isComplete && look.inFlight === 0)
  const hidden = isStaying || looks.every(({ inFlight }) => inFlight > 0) ? 'in flight' : 'many'
  return isComplete ? { ...maxOf(looks), isComplete } : { ...maxOf(looks), isComplete, hidden }
}

const maxOf = (looks: readonly HeldFiles[]) => ({
  bytes: Math.max(0, ...looks.map(({ bytes }) => bytes)),
  inodes: Math.max(0, ...looks.map(({ inodes }) => inodes)),
})
