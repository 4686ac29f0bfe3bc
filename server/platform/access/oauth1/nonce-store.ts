import { randomBytes } from 'node:crypto'

/** Where nonces are written down: a page for each window of time. */
export interface NonceStore {
  /** The windows that have a page. */
  windows(): number[]
  /** The page of a window as it was left, or a blank one; it may take the place of one that is four windows older. */
  open(window: number): NoncePage
  /** For how many seconds nothing that was written can have been lost. */
  intactFor(): number
}

export const keyLength = 8

export interface NoncePage {
  /** Random, and known to nobody: without it nobody can look for nonces whose keys are alike. */
  readonly salt: string
  /** The keys that were written already, one after the other. */
  readonly keys: Buffer
  /** Writes more of them: once this returns they outlive the process, and the buffer is used again. */
  append(keys: Buffer): void
  close(): void
}

/** A book that is gone with the process. */
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
