import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import { createGunzip } from 'node:zlib'
import { NotOfferedError } from '#toolchains/fetch-attempt.ts'
import { type Distribution, type Registry, sha512Of } from './packument.ts'

const maxBytes = 1024 * 1024
const blockSize = 512

/**
 * One file of a package, without unpacking it: the archive is read to its end, because only then its hash is known, and nothing but
 * the file is kept. Throws unless the hash is the published one.
 */
export async function readPackageFile(
  { fetch, signal }: Pick<Registry, 'fetch' | 'signal'>,
  distribution: Distribution,
  path: string,
): Promise<string> {
  const published = sha512Of(distribution)
  if (published.length === 0) throw new NotOfferedError('the registry gives no SHA-512 hash for it')
  const response = await fetch(distribution.tarball, { signal })
  if (!response.ok || !response.body) throw new Error(`the registry answered ${response.status}`)
  const hash = createHash('sha512')
  const archive = Readable.from(hashed(response.body, hash))
  const unzipped = createGunzip()
  archive.on('error', (error) => unzipped.destroy(error))
  let found: Buffer | undefined
  try {
    found = await findInTar(archive.pipe(unzipped), `package/${path}`)
  } finally {
    // What is not an archive ends before its download does.
    archive.destroy()
  }
  if (!published.includes(hash.digest('hex'))) {
    throw new Error('its archive does not have the published hash')
  }
  if (!found) throw new NotOfferedError(`its package has no ${path}`)
  return found.toString('utf8')
}

async function* hashed(body: AsyncIterable<Uint8Array>, hash: ReturnType<typeof createHash>) {
  for await (const chunk of body) {
    hash.update(chunk)
    yield chunk
  }
}

/** The content of one file; everything else only passes by. */
async function findInTar(chunks: AsyncIterable<Buffer>, path: string): Promise<Buffer | undefined> {
  let rest = Buffer.alloc(0)
  let skip = 0
  let wanted: number | undefined
  let found: Buffer | undefined
  for await (const chunk of chunks) {
    if (found || chunk.length <= skip) {
      skip -= Math.min(skip, chunk.length)
      continue
    }
    rest = Buffer.concat([rest, chunk.subarray(skip)])
    skip = 0
    while (!found) {
      if (wanted !== undefined) {
        if (rest.length < wanted) break
        found = rest.subarray(0, wanted)
        break
      }
      if (rest.length < blockSize) break
      const { name, size } = readHeader(rest)
      rest = rest.subarray(blockSize)
      if (name === path && size <= maxBytes) wanted = size
      else {
        const padded = Math.ceil(size / blockSize) * blockSize
        skip = Math.max(0, padded - rest.length)
        rest = rest.subarray(Math.min(padded, rest.length))
      }
    }
  }
  return found
}

function readHeader(block: Buffer): { name: string; size: number } {
  const text = (from: number, length: number) =>
    block.toString('utf8', from, from + length).split('\0')[0] ?? ''
  const prefix = text(345, 155)
  const size = Number.parseInt(text(124, 12).trim(), 8)
  return { name: prefix ? `${prefix}/${text(0, 100)}` : text(0, 100), size: size || 0 }
}
