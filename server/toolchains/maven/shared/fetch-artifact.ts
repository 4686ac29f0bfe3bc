import { createHash, randomUUID } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { mkdir, rename, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { type Artifact, checksumPath, computedChecksumPath } from './artifact-path.ts'

export interface FetchOptions {
  folder: string
  fetch: typeof globalThis.fetch
  signal: AbortSignal
  maxBytes: number
  /** Called with the size of each piece that comes, also of artifacts that are not kept in the end. */
  onBytes?: (bytes: number) => void
}

const maxChecksumBytes = 4096
const sha1 = /\b[0-9a-f]{40}\b/i

/**
 * Downloads an artifact into the shared ones and returns its size; 0 when the repository does not have it, or publishes no SHA-1 of
 * it: a page about an error or a folder would harm all builds. It appears in one step with its mode, once its SHA-1 is that one.
 */
export async function fetchArtifact(
  { folder, fetch, signal, maxBytes, onBytes }: FetchOptions,
  { path, url }: Artifact,
): Promise<number> {
  const published = await readChecksum(fetch, `${url}.sha1`, signal)
  if (published === undefined) return 0
  const response = await fetch(url, { signal })
  if (!response.ok || !response.body) {
    await response.body?.cancel()
    return 0
  }
  const tooLarge = () => new Error(`${path} is larger than shared artifacts may be`)
  if (Number(response.headers.get('content-length')) > maxBytes) {
    await response.body.cancel()
    throw tooLarge()
  }
  const place = join(folder, path)
  const fresh = join(folder, `.new-${randomUUID()}`)
  const hash = createHash('sha1')
  let bytes = 0
  const hashed = async function* (chunks: AsyncIterable<Uint8Array>) {
    for await (const chunk of chunks) {
      bytes += chunk.length
      onBytes?.(chunk.length)
      if (bytes > maxBytes) throw tooLarge()
      hash.update(chunk)
      yield chunk
    }
  }
  try {
    await pipeline(response.body, hashed, createWriteStream(fresh, { flags: 'wx', mode: 0o444 }))
    const digest = hash.digest('hex')
    if (published !== digest) {
      throw new Error(`${path} does not have the SHA-1 that its repository publishes`)
    }
    await mkdir(dirname(place), { recursive: true, mode: 0o755 })
    // Coursier asks the repository for a checksum that is not beside the file.
    await writeWhole(folder, checksumPath(path), published)
    // A build does not compute it again: without the second compiler of the JVM that takes seconds for all artifacts.
    await writeWhole(folder, computedChecksumPath(path), Buffer.from(digest, 'hex'))
    await rename(fresh, place)
    return bytes
  } finally {
    await rm(fresh, { force: true })
  }
}

async function writeWhole(folder: string, path: string, text: string | Buffer): Promise<void> {
  const fresh = join(folder, `.new-${randomUUID()}`)
  await writeFile(fresh, text, { flag: 'wx', mode: 0o444 })
  await rename(fresh, join(folder, path))
}

async function readChecksum(
  fetch: typeof globalThis.fetch,
  url: string,
  signal: AbortSignal,
): Promise<string | undefined> {
  const response = await fetch(url, { signal })
  if (!response.ok || !response.body) {
    await response.body?.cancel()
    return undefined
  }
  let text = ''
  for await (const chunk of response.body.pipeThrough(new TextDecoderStream())) {
    text += chunk
    if (text.length > maxChecksumBytes) return undefined
  }
  return sha1.exec(text)?.[0].toLowerCase()
}
