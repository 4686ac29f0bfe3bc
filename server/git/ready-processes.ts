import { type CatFile, startCatFile } from './cat-file.ts'
import type { Git } from './git.ts'

/** A process that waits for its first request. */
export interface ReadyProcess extends Disposable {
  hasEnded(): boolean
}

/**
 * Processes that were started before they are needed, one for a repository, because to enter the sandbox takes longer
 * than most of what git does in it.
 */
export interface ReadyProcesses<P extends ReadyProcess> {
  /** Keeps a process until it is taken or its time is over; `false`, without a start, when there is no place for it. */
  keep(repository: string, start: () => Promise<P>): boolean
  /** The process that was kept, if it runs; the taker ends it. */
  take(repository: string): Promise<P | undefined>
}

/** Time between the two requests of a push, and between its acceptance and the begin of its deployment. */
const usualTime = 5000
/** Pushes of this many applications at the same moment. */
const maxReady = 8

/** `readyFor` is how long a process waits to be taken, in milliseconds. */
export function createReadyProcesses<P extends ReadyProcess>(
  readyFor = usualTime,
): ReadyProcesses<P> {
  const kept = new Map<string, { starting: Promise<P | undefined>; timer: NodeJS.Timeout }>()
  const remove = (repository: string): Promise<P | undefined> | undefined => {
    const process = kept.get(repository)
    clearTimeout(process?.timer)
    kept.delete(repository)
    return process?.starting
  }
  const end = (repository: string) =>
    remove(repository)?.then((process) => process?.[Symbol.dispose]())
  return {
    keep(repository, start) {
      if (kept.has(repository) || kept.size >= maxReady) return false
      const starting = start().catch(() => undefined)
      kept.set(repository, {
        starting,
        timer: setTimeout(() => void end(repository), readyFor).unref(),
      })
      return true
    },
    async take(repository) {
      const process = await remove(repository)
      if (!process?.hasEnded()) return process
      process[Symbol.dispose]()
      return undefined
    },
  }
}

export const readerTimeout = 3_600_000

/** `git cat-file` for the recipe of a pushed commit. It looks for objects when it is first asked, and finds those of a push that ends meanwhile. */
export interface ReadyReaders {
  /** Starts a process for a repository that is about to be read. */
  prepare(repository: string): void
  take(repository: string): Promise<CatFile | undefined>
}

export function createReadyReaders(git: Git, readyFor?: number): ReadyReaders {
  const readers = createReadyProcesses<CatFile>(readyFor)
  return {
    prepare(repository) {
      readers.keep(repository, () => startCatFile({ git, repository }, readerTimeout))
    },
    take: readers.take,
  }
}
