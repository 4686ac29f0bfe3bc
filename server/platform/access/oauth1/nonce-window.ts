import { hash } from 'node:crypto'
import { createKeySet, type KeySet } from '#kit/crypto/key-set.ts'
import { Refusal } from '#platform/refusal.ts'
import { keyLength, type NoncePage } from './nonce-book.ts'
import { createNonceShares } from './nonce-shares.ts'

const maxBatch = 1024

/** The nonces of one window of time. */
export interface NonceWindow {
  /**
   * Enters a nonce and gives `true` once it is written down; `undefined` when it was there already. Refuses an account
   * that has used up its share.
   */
  enter(text: string, account: string): Promise<true> | undefined
  close(): void
}

export function openNonceWindow(page: NoncePage): NonceWindow {
  const known = keysOf(page)
  const shares = createNonceShares()
  /** The keys that wait to be written, and those who wait for it. */
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
  /** Requests that come at the same moment share one write, which costs as much as all else about a nonce. */
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
