import { hash } from 'node:crypto'
import { createKeySet, type KeySet } from '#kit/key-set.ts'
import { Refusal } from '#platform/refusal.ts'
import { keyLength, type NoncePage } from './nonce-book.ts'

/** Beyond this, requests wait for the next window: some thousands a second are no honest use. */
const mostNonces = 2_000_000

/** The nonces of one window of time. */
export interface NonceWindow {
  /** Enters a nonce and gives the moment when it is written down; `undefined` when it was there already. */
  enter(text: string): Promise<void> | undefined
  close(): void
}

interface Batch extends PromiseWithResolvers<void> {
  keys: Buffer[]
}

export function openNonceWindow(page: NoncePage): NonceWindow {
  const known = keysOf(page)
  let batch: Batch | undefined
  const write = () => {
    if (!batch) return
    const { keys, resolve, reject } = batch
    batch = undefined
    try {
      page.append(Buffer.concat(keys))
      resolve()
    } catch (error) {
      reject(error)
    }
  }
  /** Requests that come at the same moment share one write, which costs as much as all else about a nonce. */
  const nextBatch = (): Batch => {
    setImmediate(write)
    return { keys: [], ...Promise.withResolvers<void>() }
  }
  return {
    enter(text) {
      const digest = hash('sha256', page.salt + text, 'binary')
      const key = Buffer.from(digest.slice(0, keyLength), 'latin1')
      const [high, low] = [key.readUInt32LE(0), key.readUInt32LE(4)]
      if (known.has(high, low)) return undefined
      if (known.size >= mostNonces) throw tooMany()
      known.add(high, low)
      batch ??= nextBatch()
      batch.keys.push(key)
      return batch.promise
    },
    close() {
      write()
      page.close()
    },
  }
}

const tooMany = () =>
  new Refusal(
    'unavailable',
    'More signed requests came within five minutes than can be told apart: try again later.',
  )

function keysOf({ keys }: NoncePage): KeySet {
  const set = createKeySet()
  for (let at = 0; at + keyLength <= keys.length; at += keyLength) {
    set.add(keys.readUInt32LE(at), keys.readUInt32LE(at + 4))
  }
  return set
}
