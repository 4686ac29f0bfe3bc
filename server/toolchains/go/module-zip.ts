import { createHash } from 'node:crypto'
import { type FileHandle, mkdir, open, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { inflateRaw } from 'node:zlib'
import { NotOfferedError } from '#toolchains/fetch-attempt.ts'

const inflate = promisify(inflateRaw)

export interface ModuleZip {
  file: string
  /** What each path in it begins with. */
  prefix: string
  /** An empty folder. */
  to: string
  signal: AbortSignal
}

/**
 * Unpacks the archive of a Go module, and returns the hash of its files as `go.sum` has it: `h1:` and the SHA-256 of a list with the SHA-256 of each file.
 * Such archives have only plain files, and neither links nor modes.
 */
export async function unpackModule({ file, prefix, to, signal }: ModuleZip): Promise<string> {
  const handle = await open(file)
  try {
    const lines: [name: string, line: string][] = []
    for (const entry of await readDirectory(handle)) {
      signal.throwIfAborted()
      const path = pathBelow(entry.name, prefix)
      const content = await readEntry(handle, entry)
      const target = join(to, path)
      await mkdir(dirname(target), { recursive: true })
      await writeFile(target, content, { flag: 'wx' })
      lines.push([entry.name, `${sha256(content).toString('hex')}  ${entry.name}\n`])
    }
    lines.sort(([one], [other]) => Buffer.compare(Buffer.from(one), Buffer.from(other)))
    return `h1:${sha256(lines.map(([, line]) => line).join('')).toString('base64')}`
  } finally {
    await handle.close()
  }
}

const sha256 = (content: Buffer | string) => createHash('sha256').update(content).digest()

function pathBelow(name: string, prefix: string): string {
  const path = name.slice(prefix.length)
  const isPlain = path.split('/').every((part) => part !== '' && part !== '.' && part !== '..')
  if (!name.startsWith(prefix) || !isPlain || /[\\\0]/.test(path)) {
    throw new NotOfferedError('its archive has a file outside its folder')
  }
  return path
}

interface Entry {
  name: string
  method: number
  compressed: number
  size: number
  offset: number
}

const endSignature = 0x06054b50
const entrySignature = 0x02014b50
const maxEntries = 65_535
/** The largest file of a release takes a tenth of it. */
const maxFileBytes = 256 * 1024 * 1024
/** The record at the end, with the longest comment it may have. */
const endBytes = 22 + 65_535

const unusable = () => new NotOfferedError('its archive cannot be read')

/** The list of files at the end of a ZIP archive. */
async function readDirectory(handle: FileHandle): Promise<Entry[]> {
  const { size } = await handle.stat()
  const tail = await readAt(handle, Math.max(0, size - endBytes), Math.min(size, endBytes))
  let at = tail.length - 22
  while (at >= 0 && tail.readUInt32LE(at) !== endSignature) at--
  if (at < 0) throw unusable()
  const count = tail.readUInt16LE(at + 10)
  const length = tail.readUInt32LE(at + 12)
  const offset = tail.readUInt32LE(at + 16)
  if (count === maxEntries || offset + length > size) throw unusable()
  const list = await readAt(handle, offset, length)
  const entries: Entry[] = []
  let place = 0
  for (let index = 0; index < count; index++) {
    if (place + 46 > list.length || list.readUInt32LE(place) !== entrySignature) throw unusable()
    const nameLength = list.readUInt16LE(place + 28)
    const name = list.subarray(place + 46, place + 46 + nameLength).toString()
    entries.push({
      name,
      method: list.readUInt16LE(place + 10),
      compressed: list.readUInt32LE(place + 20),
      size: list.readUInt32LE(place + 24),
      offset: list.readUInt32LE(place + 42),
    })
    place += 46 + nameLength + list.readUInt16LE(place + 30) + list.readUInt16LE(place + 32)
  }
  return entries
}

async function readEntry(handle: FileHandle, entry: Entry): Promise<Buffer> {
  const { method, compressed, size, offset } = entry
  if (Math.max(size, compressed) > maxFileBytes) throw unusable()
  const head = await readAt(handle, offset, 30)
  const start = offset + 30 + head.readUInt16LE(26) + head.readUInt16LE(28)
  const packed = await readAt(handle, start, compressed)
  const content = method === 0 ? packed : await inflateEntry(packed, size)
  if ((method !== 0 && method !== 8) || content.length !== size) throw unusable()
  return content
}

const inflateEntry = (packed: Buffer, size: number) =>
  inflate(packed, { maxOutputLength: Math.max(size, 1) }).catch(() => {
    throw unusable()
  })

async function readAt(handle: FileHandle, position: number, length: number): Promise<Buffer> {
  const { bytesRead, buffer } = await handle.read(Buffer.alloc(length), 0, length, position)
  if (bytesRead < length) throw unusable()
  return buffer
}
