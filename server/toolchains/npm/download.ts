import { createHash } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { pipeline } from 'node:stream/promises'
import { type Distribution, type Fetch, NotOffered } from './packument.ts'

const largest = 500 * 1024 * 1024

/** Writes the archive of a distribution to a file; throws unless its bytes are exactly the published ones. */
export async function download(
  { tarball, integrity }: Distribution,
  file: string,
  { fetch, signal }: { fetch: Fetch; signal: AbortSignal },
): Promise<void> {
  const published = (integrity ?? '').split(/\s+/).filter((hash) => hash.startsWith('sha512-'))
  if (published.length === 0) throw new NotOffered('the registry gives no SHA-512 hash for it')

  const response = await fetch(tarball, { signal })
  if (!response.ok || !response.body) throw new Error(`the registry answered ${response.status}`)
  const hash = createHash('sha512')
  const hashed = async function* (chunks: AsyncIterable<Uint8Array>) {
    let size = 0
    for await (const chunk of chunks) {
      size += chunk.length
      if (size > largest) throw new NotOffered('its archive is larger than 500 MB')
      hash.update(chunk)
      yield chunk
    }
  }
  await pipeline(response.body, hashed, createWriteStream(file))
  if (!published.includes(`sha512-${hash.digest('base64')}`)) {
    throw new Error('its archive does not have the published hash')
  }
}
