import { sleep } from '#kit/concurrency/timeout.ts'
import type { TreeSize } from '#kit/tenant-files/trees.ts'
import { askCounter } from './counter-pool.ts'
import type { HeldFiles } from './held-files.ts'

const samples = 10
const sampleInterval = 50
const unanswered: HeldFiles = { bytes: 0, inodes: 0, isComplete: false, inFlight: 0, inKernel: [] }

/** Deleted files over a short while. */
export interface SampledFiles extends TreeSize {
  /** What kept every sample from showing all that the processes hold. */
  hidden?: 'in flight' | 'many' | 'unanswered'
}

/**
 * What files without a name take on the disk of these folders: no walk through folders finds them, and they stay as long as a
 * process holds them. Nothing is opened: `stat` follows the links of `/proc` to the file itself. Not complete when there
 * was no answer in time.
 */
export async function deletedFilesOf(
  pids: readonly number[],
  folders: readonly string[],
  { proc = '/proc', countsInFlight = false } = {},
): Promise<HeldFiles> {
  return (await askCounter({ pids, folders, proc, countsInFlight })) ?? unanswered
}

/**
 * Looks several times, for a full disk: a descriptor that is handed around counts if one look sees it open, and a queue that is
 * empty in one look hides nothing for long. Whoever has something in flight each time keeps it there; and a thread that is in the
 * kernel each time without having left it may be in a call that is made to last, for a file that was closed meanwhile.
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
    // Whoever keeps the kernel from answering is not waited for again.
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
