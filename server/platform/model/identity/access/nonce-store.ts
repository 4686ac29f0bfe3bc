import { randomBytes } from 'node:crypto'

/** Persistent storage of nonces: one page per time window. */
export interface NonceStore {
  /** Windows that have a page. */
  windows(): number[]
  /** The stored page of a window, or an empty one; may overwrite the page that is four windows older. */
  open(window: number): NoncePage
  /** Seconds for which writes are known not to have been lost. */
  intactFor(): number
}

/** Nonces that all servers of a store have accepted. */
export interface SharedNonces {
  /** Adds a nonce, durably, until this time; `false` when a server has added it before. */
  add(key: string, expiresAt: number): Promise<boolean>
}

export const keyLength = 8

export interface NoncePage {
  /** Random and secret, so that clients cannot search for nonces with colliding keys. */
  readonly salt: string
  /** Keys written so far, concatenated. */
  readonly keys: Buffer
  /** Appends keys: once it returns they survive a crash of the process, and the caller may reuse the buffer. */
  append(keys: Buffer): void
  close(): void
}

/** An in-memory nonce book, lost with the process. */
export function memoryNonceStore(): NonceStore {
  return {
    windows: () => [],
    open: () => ({
      salt: randomBytes(16).toString('hex'),
      keys: Buffer.alloc(0),
      append() {},
      close() {},
    }),
    intactFor: () => Infinity,
  }
}
