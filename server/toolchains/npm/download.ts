import { createWriteStream } from 'node:fs'
import { pipeline } from 'node:stream/promises'
import { NotOfferedError } from '#toolchains/fetch-attempt.ts'
import { type Hashes, startHashing } from './hashes.ts'
import { type Distribution, type Fetch, sha512Of } from './packument.ts'

const maxBytes = 500 * 1024 * 1024

/** Downloads an archive to a file; throws unless its hash matches the published one. */
export async function download(
  distribution: Distribution,
  file: string,
  { fetch, signal }: { fetch: Fetch; signal: AbortSignal },
): Promise<Hashes> {
  const published = sha512Of(distribution)
  if (published.length === 0) throw new NotOfferedError('the registry gives no SHA-512 hash for it')

  const response = await fetch(distribution.tarball, { signal })
  if (!response.ok || !response.body) throw new Error(`the registry answered ${response.status}`)
  const hashing = startHashing()
  const hashed = async function* (chunks: AsyncIterable<Uint8Array>) {
    let size = 0
    for await (const chunk of chunks) {
      size += chunk.length
      if (size > maxBytes) throw new NotOfferedError('its archive is larger than 500 MB')
      hashing.update(chunk)
      yield chunk
    }
  }
  await pipeline(response.body, hashed, createWriteStream(file))
  const hashes = hashing.digest()
  if (!published.includes(hashes.sha512)) {
    throw new Error('its archive does not have the published hash')
  }
  return hashes
}
