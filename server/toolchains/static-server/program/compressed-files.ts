import { readFile, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { Encoding } from './encodings.ts'
import type { FoundFile } from './find-file.ts'

/** A smaller one gains nothing; compressing a larger one would make its first visitor wait. */
const sizes = { min: 1024, max: 4 * 1024 * 1024 }
const maxBytes = 64 * 1024 * 1024
/** Of a site with more files, those that are requested first. */
const maxKnown = 10_000
const maxConcurrent = 4
/** Higher ones take several times as long for a few percent. */
const brotliQuality = 5

const compress = {
  br: (content: Buffer) =>
    promisify(brotliCompress)(content, {
      params: {
        [constants.BROTLI_PARAM_QUALITY]: brotliQuality,
        [constants.BROTLI_PARAM_SIZE_HINT]: content.length,
      },
    }),
  gzip: (content: Buffer) => promisify(gzip)(content),
}

/**
 * Compresses files on first request into a temporary folder, so that they are served from there like any file. Answers
 * `undefined` where the file itself should be served: it is too small, too large, does not shrink, or there is no room.
 */
export function compressFiles(folder: string) {
  const known = new Map<string, string | undefined>()
  const inFlight = new Map<string, Promise<string | undefined>>()
  let bytes = 0
  let count = 0

  async function make(file: FoundFile, { name, extension }: Encoding): Promise<string | undefined> {
    const content = await readFile(file.path)
    const smaller = await compress[name](content)
    if (smaller.length >= content.length || bytes + smaller.length > maxBytes) return undefined
    bytes += smaller.length
    const path = join(folder, `${count++}${extension}`)
    await writeFile(path, smaller)
    await utimes(path, file.stats.atime, file.stats.mtime)
    return path
  }

  return async (file: FoundFile, encoding: Encoding): Promise<string | undefined> => {
    const { size, mtimeMs } = file.stats
    if (size < sizes.min || size > sizes.max) return undefined
    const key = `${encoding.name} ${mtimeMs} ${size} ${file.path}`
    if (known.has(key)) return known.get(key)
    const running = inFlight.get(key)
    if (running !== undefined) return running
    if (inFlight.size >= maxConcurrent || known.size >= maxKnown) return undefined
    const making = make(file, encoding)
      // A full disk is no reason to fail: the file itself is there.
      .catch(() => undefined)
      .then((path) => {
        known.set(key, path)
        return path
      })
      .finally(() => inFlight.delete(key))
    inFlight.set(key, making)
    return making
  }
}
