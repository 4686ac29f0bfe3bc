import { hash } from 'node:crypto'
import type { Clock } from '#kit/concurrency/clock.ts'
import { createKeySet, type KeySet } from '#kit/crypto/key-set.ts'
import {
  keyLength,
  memoryNonceStore,
  type NoncePage,
  type NonceStore,
  type SharedNonces,
} from '#platform/model/identity/access/nonce-store.ts'
import type { Nonces } from '#platform/model/identity/access/nonces.ts'
import { Refusal } from '#platform/model/refusal.ts'

/** Allowed clock skew of a timestamp, in seconds; also the length of a nonce window. */
const timestampWindow = 300
/** With maximal clock skew, timestamps fall into three windows. */
const windowsKept = 3
/** A clock set back by more windows than this was wrong before and is reset; one set back by less is waited for. */
const windowsWaited = 3
const maxNonceLength = 128

/** Milliseconds until a nonce that other servers know is forgotten, from its timestamp on: their clocks may differ by a window. */
const sharedFor = 2 * timestampWindow * 1000

const refused = Promise.resolve(false)

const windowOf = (timestamp: number) => Math.floor(timestamp / timestampWindow)

export function createNonces(clock: Clock, book: NonceStore = memoryNonceStore()): Nonces {
  const open = new Map<number, NonceWindow>()
  let newest = Math.max(...book.windows())

  const closeAllBut = (isKept: (number: number) => boolean) => {
    for (const [number, window] of open) {
      if (isKept(number)) continue
      open.delete(number)
      window.close()
    }
  }
  /** Undefined for a window whose nonces were dropped already: the clock was set back. */
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

const maxBatch = 1024

/** Nonces that no server has accepted before: refused here first, because that costs nothing. */
export function createSharedNonces(clock: Clock, shared: SharedNonces): Nonces {
  const own = createNonces(clock)
  return {
    async accept(owner, nonce, timestamp, account) {
      if (!(await own.accept(owner, nonce, timestamp, account))) return false
      const key = hash('sha256', JSON.stringify([owner, nonce, timestamp]), 'base64url')
      return shared.add(key, timestamp * 1000 + sharedFor)
    },
  }
}

/** Nonces of one time window. */
interface NonceWindow {
  /**
   * Adds a nonce and resolves to `true` once it is written; `undefined` for a duplicate. Refuses an account that has
   * used up its share.
   */
  enter(text: string, account: string): Promise<true> | undefined
  close(): void
}

function openNonceWindow(page: NoncePage): NonceWindow {
  const known = keysOf(page)
  const shares = createNonceShares()
  /** Keys in the pending write batch, and the promises waiting for it. */
  const keys = Buffer.alloc(maxBatch * keyLength)
  let length = 0
  let batch: PromiseWithResolvers<true> | undefined
  const write = () => {
    if (!batch) return
    const { resolve, reject } = batch
    batch = undefined
    try {
      page.append(keys.subarray(0, length))
      resolve(true)
    } catch (error) {
      reject(error)
    }
    length = 0
  }
  /** Group commit: concurrent requests share one write, which costs as much as everything else about a nonce. */
  const nextBatch = () => {
    setImmediate(write)
    return Promise.withResolvers<true>()
  }
  return {
    enter(text, account) {
      if (length === keys.length) write()
      keys.write(hash('sha256', page.salt + text, 'hex'), length, keyLength, 'hex')
      const high = keys.readUInt32LE(length)
      const low = keys.readUInt32LE(length + 4)
      if (known.has(high, low)) return undefined
      if (!shares.hasRoom(account, known.size)) throw tooMany()
      shares.count(account)
      known.add(high, low)
      length += keyLength
      batch ??= nextBatch()
      return batch.promise
    },
    close() {
      write()
      page.close()
    },
  }
}

const tooMany = () =>
  new Refusal('limited', 'Too many signed requests within five minutes. Wait, and send fewer.', {
    wait: 300,
  })

function keysOf({ keys }: NoncePage): KeySet {
  const set = createKeySet()
  for (let at = 0; at + keyLength <= keys.length; at += keyLength) {
    set.add(keys.readUInt32LE(at), keys.readUInt32LE(at + 4))
  }
  return set
}

/** Limits of one nonce window. */
export const nonceLimits = {
  /** In total. */
  maxNonces: 2_000_000,
  /** Per account: thousands of requests a second are not legitimate use. */
  maxPerAccount: 400_000,
  /** Guaranteed to every account, even when others have used up the total. */
  guaranteed: 300,
  /** Accounts counted individually; later ones share one counter. */
  maxAccounts: 4096,
}

/** Fair shares of nonces per account, so that a flood uses up only the share of its own account. */
interface NonceShares {
  /** Whether the account may add one more nonce, given the current total. */
  hasRoom(account: string, total: number): boolean
  count(account: string): void
}

/** The total stays below `maxNonces` plus `guaranteed` per account. */
export function createNonceShares(limits = nonceLimits): NonceShares {
  const counts = new Map<string, number>()
  const bucketOf = (account: string) =>
    counts.has(account) || counts.size < limits.maxAccounts ? account : 'others'
  return {
    hasRoom(account, total) {
      const own = counts.get(bucketOf(account)) ?? 0
      if (own < limits.guaranteed) return true
      const share = Math.min(limits.maxPerAccount, limits.maxNonces / counts.size)
      return own < share && total < limits.maxNonces
    },
    count(account) {
      const bucket = bucketOf(account)
      counts.set(bucket, (counts.get(bucket) ?? 0) + 1)
    },
  }
}
