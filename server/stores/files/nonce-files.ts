import { randomBytes } from 'node:crypto'
import {
  closeSync,
  constants,
  existsSync,
  fstatSync,
  ftruncateSync,
  mkdirSync,
  openSync,
  readFileSync,
  readSync,
  writeSync,
} from 'node:fs'
import { uptime } from 'node:os'
import { join } from 'node:path'
import {
  keyLength,
  type NoncePage,
  type NonceStore,
} from '#platform/model/identity/access/nonce-store.ts'

/** Three windows are in use; the fourth file is overwritten next. */
const fileCount = 4
const headLength = 64
/** Preallocated, so that with a full disk each window still has room for some thousand requests. */
const reserved = 64 * 1024
const askedFor = 3600

export interface NonceFiles extends NonceStore {
  close(): void
}

/**
 * Nonces in a few files that are overwritten in rotation. Writes are not synced: the page cache survives a crash of
 * the process. `intactFor` covers power cuts.
 */
export function openNonceFiles(folder: string, secondsSinceBoot = uptime): NonceFiles {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const paths = Array.from({ length: fileCount }, (_, at) => join(folder, `window-${at}`))
  for (const path of paths) if (!existsSync(path)) reserve(path)
  const open = new Set<NoncePage>()
  let intact = 0
  return {
    windows: () => paths.map(windowIn).filter((window) => window !== undefined),
    open(window) {
      const page = openPage(paths[window % fileCount] ?? '', window)
      open.add(page)
      return {
        ...page,
        close() {
          open.delete(page)
          page.close()
        },
      }
    },
    intactFor() {
      // Cached, because it only grows and reading the uptime costs as much as a key.
      if (intact < askedFor) intact = secondsSinceBoot()
      return intact
    },
    close() {
      for (const page of open) page.close()
      open.clear()
    },
  }
}

function reserve(path: string): void {
  const file = openSync(path, 'w', 0o600)
  try {
    writeWhole(file, Buffer.alloc(reserved), 0)
  } finally {
    closeSync(file)
  }
}

function windowIn(path: string): number | undefined {
  const file = openSync(path, 'r')
  try {
    const head = Buffer.alloc(headLength)
    readSync(file, head)
    return headOf(head)?.window
  } finally {
    closeSync(file)
  }
}

function openPage(path: string, window: number): NoncePage {
  const file = openSync(path, constants.O_RDWR | constants.O_CREAT, 0o600)
  try {
    const content = readFileSync(file)
    const head = headOf(content)
    const isOurs = head?.window === window
    const keys = isOurs ? keysIn(content) : Buffer.alloc(0)
    const salt = isOurs ? head.salt : begin(file, window)
    let at = headLength + keys.length
    return {
      salt,
      keys,
      append(more) {
        writeWhole(file, more, at)
        at += more.length
      },
      close: () => closeSync(file),
    }
  } catch (error) {
    closeSync(file)
    throw error
  }
}

/** Initialises a file as an empty page. The header is written last, so that an incomplete file is ignored. */
function begin(file: number, window: number): string {
  if (fstatSync(file).size > reserved) ftruncateSync(file, reserved)
  writeWhole(file, Buffer.alloc(reserved), 0)
  const salt = randomBytes(16).toString('hex')
  writeWhole(file, Buffer.from(`window ${window} ${salt}\n`), 0)
  return salt
}

function headOf(content: Buffer): { window: number; salt: string } | undefined {
  const text = content.toString('latin1', 0, headLength)
  const [, window, salt] = /^window (\d{1,15}) ([0-9a-f]{32})\n/.exec(text) ?? []
  return window && salt ? { window: Number(window), salt } : undefined
}

/** All keys up to the last non-zero byte; a partially written key is kept like any other. */
function keysIn(content: Buffer): Buffer {
  let end = content.length
  while (end > headLength && content[end - 1] === 0) end -= 1
  const count = Math.ceil(Math.max(0, end - headLength) / keyLength)
  const keys = Buffer.alloc(count * keyLength)
  content.copy(keys, 0, headLength)
  return keys
}

function writeWhole(file: number, bytes: Buffer, at: number): void {
  const written = writeSync(file, bytes, 0, bytes.length, at)
  if (written === bytes.length) return
  throw Object.assign(new Error('there is no room for all of it'), { code: 'ENOSPC' })
}
