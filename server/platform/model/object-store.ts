import type { Readable } from 'node:stream'

/** What is known of an object without reading it. */
export interface ObjectInfo {
  key: string
  bytes: number
  /** Milliseconds since the epoch. */
  modifiedAt: number
}

/** Size and SHA-256 (hexadecimal) of a content. */
export interface ContentDigest {
  bytes: number
  sha256: string
}

/**
 * Objects that are written once, read often and deleted: files that every server of the platform can read. An object is
 * there whole or not at all, and durable once `put` resolves. No key may be the folder of another one (`a` and `a/b`).
 */
export interface ObjectStore {
  /** Replaces what the key had. `bytes`, if the caller knows it, has to be the size of the content. */
  put(
    key: string,
    content: AsyncIterable<Uint8Array>,
    known?: { bytes?: number },
  ): Promise<ContentDigest>
  /** The content, `undefined` if there is none. Reading it fails at its end if it is not the expected one. */
  get(
    key: string,
    expected?: ContentDigest,
  ): Promise<{ bytes: number; content: Readable } | undefined>
  stat(key: string): Promise<ObjectInfo | undefined>
  /** Objects of a folder (`backups/`, or `` for the top), without those of folders in it, in no order. */
  list(folder: string): AsyncIterable<ObjectInfo>
  /** Idempotent. */
  remove(key: string): Promise<void>
  /** Frees what writes that were interrupted before this time have left. */
  removeAbandoned(before: number): Promise<void>
  close(): void
}

/** An object store failed, with a message for the operator. */
export class ObjectStoreError extends Error {}

/** The store did not answer, or not in time: a later attempt may succeed. */
export class ObjectStoreUnavailableError extends ObjectStoreError {}

/** A content is shorter, longer or other than it has to be. */
export class ObjectDamagedError extends ObjectStoreError {
  constructor(key: string, what: string) {
    super(`The object '${key}' is damaged: ${what}`)
  }
}

/** A key that cannot be one in every store. */
export class InvalidKeyError extends ObjectStoreError {
  constructor(key: string) {
    super(`Invalid key of an object: ${JSON.stringify(key.slice(0, 200))}`)
  }
}

const segment = '[A-Za-z0-9_][A-Za-z0-9._-]{0,199}'
const keyPattern = new RegExp(`^${segment}(/${segment}){0,7}$`)
const folderPattern = new RegExp(`^(${segment}/){0,7}$`)
const maxKeyLength = 500

/** Keys are paths of plain names: no `..`, no hidden name, nothing that a URL or a file system reads in another way. */
export const isKey = (key: string): boolean => key.length <= maxKeyLength && keyPattern.test(key)

export function requireKey(key: string): string {
  if (isKey(key)) return key
  throw new InvalidKeyError(key)
}

/** A folder ends with a slash; the top is empty. */
export function requireFolder(folder: string): string {
  if (folder.length <= maxKeyLength && folderPattern.test(folder)) return folder
  throw new InvalidKeyError(folder)
}
