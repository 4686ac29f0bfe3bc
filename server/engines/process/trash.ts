import { randomUUID } from 'node:crypto'
import { readdir, rename } from 'node:fs/promises'
import { join } from 'node:path'
import { sleep, withTimeout } from '#kit/concurrency/timeout.ts'
import { runSmall } from '#kit/process/coprocess/fork-server.ts'

/** Deletes folders in the background, whatever customers have put into them. */
export interface Trash {
  /** Moves the path away at once; does nothing when it does not exist. */
  throwAway(path: string): Promise<void>
  /** Deletes what an earlier server left. */
  empty(): Promise<void>
  /** Deletes the contents at once, for a full disk; returns when they are gone or it takes long. */
  hurry(): Promise<void>
  /** Waits for all deletions; slow ones are stopped and left to the next server. */
  settle(): Promise<void>
}

const timeout = 600_000
/** Delay of a deletion, because it would take CPU time from the deployment that triggered it. */
const lying = 2000
const hurryTimeout = 30_000
/** The words of a command have a limit, and the trash of an earlier server may have many entries. */
const maxTogether = 500

export interface TrashOptions {
  /** Deletes folders recursively. */
  remove?: (paths: readonly string[], signal: AbortSignal) => Promise<void>
  /** Time allowed for deletions when the server ends, in milliseconds. */
  drainTimeout?: number
}

export function openTrash(
  folder: string,
  log: (sentence: string) => void,
  { remove = removeTrees, drainTimeout = 2000 }: TrashOptions = {},
): Trash {
  const removals = new Set<Promise<void>>()
  const settling = new AbortController()
  let hurrying = new AbortController()
  /** Kills deletions under way: child processes would keep the server from exiting. */
  const stopping = new AbortController()
  /** What is deleted next, by one program: a deployment throws several folders away. */
  let next: string[] | undefined
  const begin = (path: string) => {
    if (next && next.length < maxTogether) return void next.push(path)
    const paths = [path]
    next = paths
    const removal = sleep(lying, AbortSignal.any([settling.signal, hurrying.signal]))
      .catch(() => {})
      .then(() => {
        if (next === paths) next = undefined
        return remove(paths, stopping.signal)
      })
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
 * Uses `rm`, which handles any depth and walks by descriptor without following links. Users other than root may have to
 * make a folder writable first; `chmod -R` could be misled by a tenant, so root, which does not need it, never runs it.
 */
async function removeTrees(paths: readonly string[], signal: AbortSignal): Promise<void> {
  const options = { timeout, signal }
  if ((await runSmall(['rm', '-rf', '--', ...paths], options)).code === 0) return
  if (process.getuid?.() !== 0) await runSmall(['chmod', '-R', 'u+rwX', '--', ...paths], options)
  const { code, stderr } = await runSmall(['rm', '-rf', '--', ...paths], options)
  if (code !== 0) throw new Error(stderr.trim())
}
