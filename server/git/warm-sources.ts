import { randomUUID } from 'node:crypto'
import { lstat, mkdir, rename, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { unlessAborted } from '#kit/concurrency/timeout.ts'
import { type CatFile, startCatFile } from './cat-file.ts'
import { type Extraction, extractCommit } from './extract.ts'
import type { Git } from './git.ts'
import { createWarmPool, type Warm } from './warm-pool.ts'

/**
 * What the deployment of a push reads, made ready while git still stores the push and the deployment is queued and
 * planned: to enter the sandbox takes longer than most of what git does in it.
 */
export interface WarmSources {
  /** Starts the process that reads files for the recipe. Git looks for objects when it is first asked. */
  startReader(repository: string): void
  /** The process that was started, if it runs; the taker ends it. */
  takeReader(repository: string): Promise<CatFile | undefined>
  /** Begins the checkout of a commit that is stored and measured. */
  startCheckout(commit: MeasuredCommit): void
  /** Moves the checkout to the place of this empty folder; `false`, without a change, when there is none. */
  moveCheckout(to: Extraction): Promise<boolean>
}

type MeasuredCommit = Pick<Extraction, 'repository' | 'commit' | 'bytes'>

interface Checkout extends Warm {
  commit: string
  folder: string
}

export const readerTimeout = 3_600_000
/** Of a commit that is checked out before its deployment asks, which may never do so. */
const maxCheckoutBytes = 64 * 1024 ** 2
/** Name of a folder beside the repositories; `removeUnfinished` removes what a crash has left. */
const checkoutPrefix = '.checkout-'

/** `keepFor` is how long each waits to be taken, in milliseconds. */
export function createWarmSources(git: Git, keepFor?: number): WarmSources {
  const readers = createWarmPool<CatFile>(keepFor)
  const checkouts = createWarmPool<Checkout>(keepFor)

  const checkOut = async ({ repository, commit, bytes }: MeasuredCommit): Promise<Checkout> => {
    const folder = join(dirname(repository), `${checkoutPrefix}${randomUUID()}`)
    const remove = () => rm(folder, { recursive: true, force: true })
    await mkdir(folder)
    try {
      await extractCommit(git, { repository, commit, bytes, target: folder, signal: undefined })
    } catch (error) {
      await remove()
      throw error
    }
    return { commit, folder, hasEnded: () => false, [Symbol.dispose]: () => void remove() }
  }

  return {
    startReader(repository) {
      readers.keep(repository, () => startCatFile({ git, repository }, readerTimeout))
    },
    takeReader: readers.take,
    startCheckout(commit) {
      if (commit.bytes > maxCheckoutBytes) return
      checkouts.keep(commit.repository, () => checkOut(commit))
    },
    async moveCheckout({ repository, commit, target, signal }) {
      const taking = checkouts.take(repository)
      const removeIt = () => void taking.then((checkout) => checkout?.[Symbol.dispose]())
      try {
        const checkout = await (signal ? unlessAborted(taking, signal) : taking)
        const isOurs = (await lstat(target)).uid === process.getuid?.()
        if (checkout?.commit === commit && isOurs) {
          await rename(checkout.folder, target)
          return true
        }
      } catch (error) {
        signal?.throwIfAborted()
        // The target may be on another file system.
        if ((error as NodeJS.ErrnoException).code !== 'EXDEV') throw error
      } finally {
        removeIt()
      }
      return false
    },
  }
}
