import type { Clock } from '#kit/concurrency/clock.ts'
import { memoryNonceBook, type NonceBook } from './nonce-book.ts'
import { type NonceWindow, openNonceWindow } from './nonce-window.ts'

/** Remembers the nonces of signed requests for as long as their timestamps are accepted. */
export interface Nonces {
  /**
   * Whether this pair is fresh: inside the window and not seen before. Once it says so, the pair is refused whatever
   * happens to this process; throws when it cannot be written down. `account` is whose share of the memory it takes.
   */
  accept(owner: string, nonce: string, timestamp: number, account?: string): Promise<boolean>
}

/** How far, in seconds, a timestamp may be from our clock. Nonces are kept by windows of this length too. */
const timestampWindow = 300
/** With clocks as far off as they may be, timestamps fall into three windows. */
const windowsKept = 3
/** A clock that was set back by more windows than this was wrong before; by less, it is waited for. */
const windowsWaited = 3
const maxNonceLength = 128

const refused = Promise.resolve(false)

const windowOf = (timestamp: number) => Math.floor(timestamp / timestampWindow)

export function createNonces(clock: Clock, book: NonceBook = memoryNonceBook()): Nonces {
  const open = new Map<number, NonceWindow>()
  let newest = Math.max(...book.windows())

  const closeAllBut = (isKept: (number: number) => boolean) => {
    for (const [number, window] of open) {
      if (isKept(number)) continue
      open.delete(number)
      window.close()
    }
  }
  /** Undefined for a window whose nonces were forgotten: the clock was set back. */
  const openWindow = (number: number, last: number): NonceWindow | undefined => {
    if (newest > last + windowsWaited) {
      closeAllBut((other) => other <= last)
      newest = last
    }
    const latest = Math.max(newest, number)
    const oldest = latest - windowsKept + 1
    if (number < oldest) return undefined
    const window = openNonceWindow(book.open(number))
    newest = latest
    closeAllBut((other) => other >= oldest)
    open.set(number, window)
    return window
  }

  return {
    accept(owner, nonce, timestamp, account = owner) {
      const now = clock() / 1000
      if (!(Math.abs(now - timestamp) <= timestampWindow) || nonce.length > maxNonceLength) {
        return refused
      }
      if (now - timestamp > book.intactFor()) return refused
      const number = windowOf(timestamp)
      const window = open.get(number) ?? openWindow(number, windowOf(now + timestampWindow))
      return window?.enter(`${owner}\n${timestamp}\n${nonce}`, account) ?? refused
    },
  }
}
