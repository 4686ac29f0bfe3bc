import { hash } from 'node:crypto'
import type { Clock } from '#kit/clock.ts'
import { createKeySet, type KeySet } from '#kit/key-set.ts'
import { Refusal } from '#platform/refusal.ts'
import { keyLength, memoryNonceBook, type NonceBook, type NoncePage } from './nonce-book.ts'

/** Remembers the nonces of signed requests for as long as their timestamps are accepted. */
export interface Nonces {
  /**
   * Whether this pair is fresh: inside the window and not seen before. Remembers it, also after the end of this
   * process; throws when it cannot.
   */
  accept(owner: string, nonce: string, timestamp: number): boolean
}

/** How far, in seconds, a timestamp may be from our clock. Nonces are kept by windows of this length too. */
const timestampWindow = 300
/** With clocks as far off as they may be, timestamps fall into three windows. */
const windowsKept = 3
/** A clock that was set back by more windows than this was wrong before; by less, it is waited for. */
const windowsWaited = 3
/** Beyond this, requests wait for the next window: some thousands a second are no honest use. */
const mostPerWindow = 2_000_000
const longestNonce = 128

interface OpenWindow {
  page: NoncePage
  keys: KeySet
}

const windowOf = (timestamp: number) => Math.floor(timestamp / timestampWindow)

export function createNonces(clock: Clock, book: NonceBook = memoryNonceBook()): Nonces {
  const open = new Map<number, OpenWindow>()
  let newest = Math.max(...book.windows())

  const closeAllBut = (isKept: (window: number) => boolean) => {
    for (const [window, { page }] of open) {
      if (isKept(window)) continue
      page.close()
      open.delete(window)
    }
  }
  /** Undefined for a window whose nonces were forgotten: the clock was set back. */
  const openWindow = (window: number, last: number): OpenWindow | undefined => {
    if (newest > last + windowsWaited) {
      closeAllBut((other) => other <= last)
      newest = last
    }
    const latest = Math.max(newest, window)
    const oldest = latest - windowsKept + 1
    if (window < oldest) return undefined
    const page = book.open(window)
    newest = latest
    closeAllBut((other) => other >= oldest)
    const opened = { page, keys: keysOf(page) }
    open.set(window, opened)
    return opened
  }

  return {
    accept(owner, nonce, timestamp) {
      const now = clock() / 1000
      if (!(Math.abs(now - timestamp) <= timestampWindow) || nonce.length > longestNonce)
        return false
      if (now - timestamp > book.intactFor()) return false
      const window = windowOf(timestamp)
      const found = open.get(window) ?? openWindow(window, windowOf(now + timestampWindow))
      return found !== undefined && enter(found, `${owner}\n${timestamp}\n${nonce}`)
    },
  }
}

function keysOf({ keys }: NoncePage): KeySet {
  const set = createKeySet()
  for (let at = 0; at + keyLength <= keys.length; at += keyLength) {
    set.add(keys.readUInt32LE(at), keys.readUInt32LE(at + 4))
  }
  return set
}

const key = Buffer.alloc(keyLength)

/** Written before it is known: a nonce that could not be written may be tried again. */
function enter({ page, keys }: OpenWindow, text: string): boolean {
  key.write(hash('sha256', page.salt + text, 'binary'), 0, keyLength, 'latin1')
  const high = key.readUInt32LE(0)
  const low = key.readUInt32LE(4)
  if (keys.has(high, low)) return false
  if (keys.size >= mostPerWindow) {
    throw new Refusal(
      'unavailable',
      'More signed requests came within five minutes than can be told apart: try again later.',
    )
  }
  page.append(key)
  keys.add(high, low)
  return true
}
