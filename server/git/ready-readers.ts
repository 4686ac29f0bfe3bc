import { type CatFile, startCatFile } from './cat-file.ts'
import type { Git } from './git.ts'

/**
 * `git cat-file` processes that are started before they are needed, because to enter the sandbox takes longer than all
 * that a recipe reads. Git looks for objects when it is first asked, so that it finds those of a push that ends
 * meanwhile.
 */
export interface ReadyReaders {
  /** Starts a process for a repository that is about to be read; it ends when nobody takes it. */
  prepare(repository: string): void
  /** The process that was prepared, if it runs; the taker ends it. */
  take(repository: string): Promise<CatFile | undefined>
}

interface ReadyReader {
  starting: Promise<CatFile | undefined>
  timer: NodeJS.Timeout
}

export const processTimeout = 3_600_000
/** Time between the acceptance of a push and the begin of its deployment. */
const usualTime = 5000
/** Pushes of this many applications at the same moment. */
const maxReady = 8

/** `readyFor` is how long a process waits to be taken, in milliseconds. */
export function createReadyReaders(git: Git, readyFor = usualTime): ReadyReaders {
  const readers = new Map<string, ReadyReader>()
  const remove = (repository: string): ReadyReader | undefined => {
    const reader = readers.get(repository)
    clearTimeout(reader?.timer)
    readers.delete(repository)
    return reader
  }
  const end = (repository: string) =>
    remove(repository)?.starting.then((catFile) => catFile?.[Symbol.dispose]())
  return {
    prepare(repository) {
      if (readers.has(repository) || readers.size >= maxReady) return
      const starting = startCatFile({ git, repository }, processTimeout).catch(() => undefined)
      readers.set(repository, {
        starting,
        timer: setTimeout(() => void end(repository), readyFor).unref(),
      })
    },
    async take(repository) {
      const catFile = await remove(repository)?.starting
      if (!catFile?.hasEnded()) return catFile
      catFile[Symbol.dispose]()
      return undefined
    },
  }
}
