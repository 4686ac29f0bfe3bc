import { type FSWatcher, watch } from 'node:fs'
import { mkdir, open, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createStoredTimes } from '#kit/time/stored-times.ts'
import type { RouterAccessLine } from '#platform/model/observability/access-log.ts'
import { accessLogFolder } from '#routers/control/router-commands.ts'
import { offsetsFile } from './backlog.ts'

const readAfter = 100
/** Also read without news of the file system, which may be lost. */
const readEvery = 5000
const blockSize = 256 * 1024
/** Longer than the router writes to a segment. */
const finishedAfter = 60_000
const segmentName = /^(\d+)-\d+\.jsonl$/

/**
 * Reads the segments of the router's access log as they grow, each line once: what was read is kept in a file, so that
 * a server that was killed repeats at most one block. Segments that were read and are finished are removed.
 */
export class AccessLogReader {
  readonly #folder: string
  readonly #take: (lines: RouterAccessLine[]) => Promise<void>
  readonly #timer = setInterval(() => this.#soon(), readEvery).unref()
  readonly #times = createStoredTimes()
  #offsets: Record<string, number> = {}
  #watcher: FSWatcher | undefined
  #next: NodeJS.Timeout | undefined
  #reading: Promise<void> = Promise.resolve()
  #isOver = false

  private constructor(folder: string, take: (lines: RouterAccessLine[]) => Promise<void>) {
    this.#folder = folder
    this.#take = take
  }

  static async open(
    routerFolder: string,
    take: (lines: RouterAccessLine[]) => Promise<void>,
  ): Promise<AccessLogReader> {
    const folder = join(routerFolder, accessLogFolder)
    await mkdir(folder, { recursive: true, mode: 0o700 })
    const reader = new AccessLogReader(folder, take)
    const saved = await readFile(join(folder, offsetsFile), 'utf8').catch(() => '{}')
    reader.#offsets = parseOffsets(saved)
    try {
      reader.#watcher = watch(folder, { persistent: false }, (_event, name) => {
        if (name !== null && segmentName.test(name)) reader.#soon()
      })
      reader.#watcher.on('error', () => {})
    } catch {
      // Without notifications it is read every few seconds.
    }
    reader.#soon()
    return reader
  }

  /** Reads what has been written until now, then no more. */
  async close() {
    this.#isOver = true
    clearInterval(this.#timer)
    clearTimeout(this.#next)
    this.#watcher?.close()
    await this.#reading
    await this.#read().catch(() => {})
  }

  #soon() {
    if (this.#isOver) return
    this.#next ??= setTimeout(() => {
      this.#next = undefined
      // What fails is tried again with the next news.
      this.#reading = this.#reading.then(() => this.#read()).catch(() => {})
    }, readAfter).unref()
  }

  async #read() {
    const names = (await readdir(this.#folder)).filter((name) => segmentName.test(name)).sort()
    let hasChanged = false
    for (const name of names) {
      // Kept after each block: a server that was away may have much to read, and may be killed meanwhile.
      while (await this.#readBlock(name)) await this.#saveOffsets()
      const begin = Number(segmentName.exec(name)?.[1])
      if (this.#times.since(name, begin) < finishedAfter) continue
      await rm(join(this.#folder, name), { force: true })
      delete this.#offsets[name]
      hasChanged = true
    }
    for (const name of Object.keys(this.#offsets)) {
      if (!names.includes(name)) delete this.#offsets[name]
    }
    if (hasChanged) await this.#saveOffsets()
  }

  /** Returns whether there was a whole line. */
  async #readBlock(name: string): Promise<boolean> {
    const offset = this.#offsets[name] ?? 0
    const file = await open(join(this.#folder, name)).catch(() => undefined)
    if (!file) return false
    try {
      const { buffer, bytesRead } = await file.read(Buffer.alloc(blockSize), 0, blockSize, offset)
      const end = buffer.lastIndexOf(10, bytesRead - 1)
      if (bytesRead === 0 || end < 0) return false
      const texts = buffer.toString('utf8', 0, end).split('\n')
      await this.#take(texts.flatMap(parseLine))
      this.#offsets[name] = offset + end + 1
      return true
    } finally {
      await file.close()
    }
  }

  async #saveOffsets() {
    const path = join(this.#folder, offsetsFile)
    await writeFile(`${path}.new`, JSON.stringify(this.#offsets), { mode: 0o600 })
    await rename(`${path}.new`, path)
  }
}

/** A line of the log; nothing for what is none. */
export function parseLine(text: string): RouterAccessLine[] {
  try {
    const line = JSON.parse(text)
    return typeof line?.applicationId === 'string' ? [{ line, text }] : []
  } catch {
    return []
  }
}

function parseOffsets(text: string): Record<string, number> {
  try {
    return { ...JSON.parse(text) }
  } catch {
    return {}
  }
}
