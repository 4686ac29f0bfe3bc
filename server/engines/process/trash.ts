import { randomUUID } from 'node:crypto'
import { readdir, rename } from 'node:fs/promises'
import { join } from 'node:path'
import { sleep, withTimeout } from '#kit/concurrency/timeout.ts'
import { run } from '#kit/process/subprocess.ts'

/** Removes folders whatever customers have put into them, without making anybody wait. */
export interface Trash {
  /** At once nothing is at this path any more. Nothing happens when there was nothing. */
  throwAway(path: string): Promise<void>
  /** Removes what an earlier server did not come to. */
  empty(): Promise<void>
  /** Removes at once what lies there, for a disk that is full, and returns when it is gone or takes long. */
  hurry(): Promise<void>
  /** Returns once everything thrown away is removed; what takes too long is stopped, and left to the next server. */
  settle(): Promise<void>
}

const timeout = 600_000
/** Whoever throws something away is in the middle of a deployment, and removing takes processor time from it. */
const lying = 2000
const hurryTimeout = 30_000

export interface TrashOptions {
  /** Removes a folder with all that is in it. */
  remove?: (path: string, signal: AbortSignal) => Promise<void>
  /** What removals may still take at the end of the server, in milliseconds. */
  drainTimeout?: number
}

export function openTrash(
  folder: string,
  log: (sentence: string) => void,
  { remove = removeTree, drainTimeout = 2000 }: TrashOptions = {},
): Trash {
  const removals = new Set<Promise<void>>()
  const settling = new AbortController()
  let hurrying = new AbortController()
  /** Kills what still removes: as a child it would keep the server from ending. */
  const stopping = new AbortController()
  const begin = (path: string) => {
    const removal = sleep(lying, AbortSignal.any([settling.signal, hurrying.signal]))
      .catch(() => {})
      .then(() => remove(path, stopping.signal))
      .catch((error: Error) => {
        if (!stopping.signal.aborted) log(`A folder could not be removed: ${error.message}`)
      })
      .finally(() => removals.delete(removal))
    removals.add(removal)
  }
  return {
    async throwAway(path) {
      const target = join(folder, randomUUID())
      try {
        await rename(path, target)
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code === 'ENOENT') return
        throw error
      }
      begin(target)
    },
    async empty() {
      for (const name of await readdir(folder)) begin(join(folder, name))
    },
    async hurry() {
      hurrying.abort()
      hurrying = new AbortController()
      const removed = Promise.all(removals)
      await withTimeout(removed, hurryTimeout, 'removing folders').catch(() => {})
    },
    async settle() {
      settling.abort()
      const removed = Promise.all(removals)
      await withTimeout(removed, drainTimeout, 'removing folders').catch(() => {})
      stopping.abort()
      await removed
    },
  }
}

/**
 * By `rm`, which copes with any depth, and goes from folder to folder by descriptor without following links. Others than
 * root may first have to make a folder writable; `chmod -R` could be led astray, so root, who need not, never runs it.
 */
async function removeTree(path: string, signal: AbortSignal): Promise<void> {
  const options = { timeout, signal }
  if ((await run(['rm', '-rf', '--', path], options)).code === 0) return
  if (process.getuid?.() !== 0) await run(['chmod', '-R', 'u+rwX', '--', path], options)
  const { code, stderr } = await run(['rm', '-rf', '--', path], options)
  if (code !== 0) throw new Error(stderr.trim())
}
