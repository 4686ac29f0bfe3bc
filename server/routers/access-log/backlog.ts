import { readdir, readFile, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'

/** Kept while no server reads it. */
const maxFolderBytes = 64 * 1024 * 1024
/** Below the limit of the folder, so that segments are rarely removed for their size. */
const maxUnreadBytes = 56 * 1024 * 1024
const defaultMaxSegments = 5000

/** Written by the server: how many bytes of each segment it has read. */
export const offsetsFile = 'offsets.json'

/** Bytes by application. */
export type ApplicationBytes = Map<string, number>

/** Number of lines that were removed before a server read them, by application. */
export type LostLines = Map<string, number>

interface Segment {
  bytes: number
  byApplication: ApplicationBytes
}

/**
 * What no server has read yet. An application may have as much of it as is free for all, so that the visitors of one
 * cannot displace the lines of others: one application alone gets half, two get a third each, and some is always left.
 */
export class Backlog {
  readonly #folder: string
  readonly #maxBytes: number
  readonly #maxSegments: number
  readonly #segments = new Map<string, Segment>()
  #bytes = 0
  readonly #byApplication: ApplicationBytes = new Map()

  constructor(folder: string, limits: { maxBytes?: number; maxSegments?: number } = {}) {
    this.#folder = folder
    this.#maxBytes = limits.maxBytes ?? maxUnreadBytes
    this.#maxSegments = limits.maxSegments ?? defaultMaxSegments
  }

  /** Whether another line of an application can be kept, beside what waits to be written. */
  hasRoomFor(applicationId: string, waiting: { own: number; total: number }): boolean {
    const own = (this.#byApplication.get(applicationId) ?? 0) + waiting.own
    return own < this.#maxBytes - this.#bytes - waiting.total
  }

  /** Counts what was written to a segment. */
  add(name: string, written: ApplicationBytes) {
    const segment = this.#segments.get(name) ?? { bytes: 0, byApplication: new Map() }
    this.#segments.set(name, segment)
    for (const [applicationId, bytes] of written) {
      segment.bytes += bytes
      this.#bytes += bytes
      addTo(segment.byApplication, applicationId, bytes)
      addTo(this.#byApplication, applicationId, bytes)
    }
  }

  /** Looks up what a server has read, and removes the oldest segments when there are too many. */
  async refresh(): Promise<LostLines> {
    // Those that are begun from here on may not be on disk yet.
    const known = [...this.#segments.keys()]
    const names = (await readdir(this.#folder)).filter((name) => name.endsWith('.jsonl')).sort()
    const offsets = await readOffsets(join(this.#folder, offsetsFile))
    const lost: LostLines = new Map()
    const unread = new Set<string>()
    let bytes = 0
    for (const [place, name] of names.reverse().entries()) {
      const path = join(this.#folder, name)
      const size = await stat(path).then(
        (found) => found.size,
        () => 0,
      )
      bytes += size
      const offset = offsets[name] ?? 0
      if (place >= this.#maxSegments || bytes > maxFolderBytes) {
        await countLines(path, offset, lost)
        await rm(path, { force: true })
      } else if (offset < size) {
        unread.add(name)
        // Of a router before this one: nobody knows whose lines they are.
        if (!this.#segments.has(name)) this.add(name, new Map([['', size]]))
      }
    }
    for (const name of known) if (!unread.has(name)) this.#forget(name)
    return lost
  }

  #forget(name: string) {
    const segment = this.#segments.get(name)
    if (!segment) return
    this.#segments.delete(name)
    this.#bytes -= segment.bytes
    for (const [applicationId, bytes] of segment.byApplication) {
      addTo(this.#byApplication, applicationId, -bytes)
    }
  }
}

/** Adds to a count; one that becomes 0 takes no memory. */
export function addTo(counts: Map<string, number>, key: string, change: number) {
  const count = (counts.get(key) ?? 0) + change
  if (count > 0) counts.set(key, count)
  else counts.delete(key)
}

async function readOffsets(path: string): Promise<Record<string, number>> {
  try {
    return { ...JSON.parse(await readFile(path, 'utf8')) }
  } catch {
    return {}
  }
}

/** Counts the lines of a segment from an offset on. */
async function countLines(path: string, offset: number, lost: LostLines) {
  const bytes = await readFile(path).catch(() => Buffer.alloc(0))
  for (const line of bytes.toString('utf8', offset).split('\n')) {
    try {
      const { applicationId, dropped = 1 } = JSON.parse(line)
      if (typeof applicationId === 'string') addTo(lost, applicationId, Number(dropped) || 1)
    } catch {}
  }
}
