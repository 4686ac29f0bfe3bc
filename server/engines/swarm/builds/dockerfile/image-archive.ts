import { writeTar } from '#kit/files/tar.ts'

/** An archive of an image is not of the form that a builder writes. */
export class InvalidArchiveError extends Error {}

const blockSize = 512
const maxManifest = 1024 * 1024
const layerName = /^[0-9a-f]{64}\.tar$/
const configName = /^[0-9a-f]{64}\.json$/
const manifestName = 'manifest.json'

interface Header {
  block: Buffer
  name: string
  size: number
  isFile: boolean
}

/**
 * Passes an image on that a builder has written for `docker load`, without the names that it gives itself: a tenant could
 * have written the archive and named an image of the platform. Only layers, configuration and manifest pass.
 */
export async function* namelessImage(archive: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  const source = new ByteReader(archive)
  const seen = new Set<string>()
  let manifest: Buffer | undefined
  for (;;) {
    const block = await source.take(blockSize)
    if (block.every((byte) => byte === 0)) break
    const { name, size, isFile } = parseHeader(block)
    const padding = (blockSize - (size % blockSize)) % blockSize
    if (isFile && seen.has(name)) throw new InvalidArchiveError(`${name} is there twice`)
    seen.add(name)
    if (isFile && name === manifestName) {
      if (size > maxManifest) throw new InvalidArchiveError('the manifest is too large')
      manifest = await source.take(size)
      await source.take(padding)
    } else {
      const isPart = isFile && (layerName.test(name) || configName.test(name))
      if (isPart) yield block
      for await (const chunk of source.pass(size + padding)) if (isPart) yield chunk
    }
  }
  if (!manifest) throw new InvalidArchiveError('it has no manifest')
  const content = Buffer.from(JSON.stringify([withoutNames(manifest)]))
  yield writeTar([{ path: manifestName, content }])
}

function parseHeader(block: Buffer): Header {
  const text = (from: number, length: number) =>
    block.toString('latin1', from, from + length).replace(/\0.*$/s, '')
  const octal = text(124, 12).trim()
  const [type, prefix] = [text(156, 1), text(345, 155)]
  const isOdd = !/^[0-7]{1,11}$/.test(octal) || prefix !== '' || !['', '0', '2', '5'].includes(type)
  if (isOdd || text(257, 5) !== 'ustar')
    throw new InvalidArchiveError('an entry is of another form')
  const isFile = type === '' || type === '0'
  return { block, name: text(0, 100), size: Number.parseInt(octal, 8), isFile }
}

function withoutNames(manifest: Buffer): { Config: string; Layers: string[]; RepoTags: null } {
  const [image, ...others] = parseJson(manifest) as { Config?: unknown; Layers?: unknown }[]
  const { Config, Layers } = image ?? {}
  const isConfig = typeof Config === 'string' && configName.test(Config)
  const areLayers = (layers: unknown): layers is string[] =>
    Array.isArray(layers) &&
    layers.every((each) => typeof each === 'string' && layerName.test(each))
  if (others.length > 0 || !isConfig || !areLayers(Layers)) {
    throw new InvalidArchiveError('its manifest is of another form')
  }
  return { Config, Layers, RepoTags: null }
}

function parseJson(text: Buffer): unknown[] {
  try {
    const value: unknown = JSON.parse(text.toString())
    if (Array.isArray(value)) return value
  } catch {
    // Told below.
  }
  throw new InvalidArchiveError('its manifest is not a list')
}

/** Reads pieces of a given size from a stream of chunks of any size. */
class ByteReader {
  readonly #chunks: AsyncIterator<Buffer>
  #rest: Buffer = Buffer.alloc(0)

  constructor(chunks: AsyncIterable<Buffer>) {
    this.#chunks = chunks[Symbol.asyncIterator]()
  }

  async *pass(count: number): AsyncGenerator<Buffer> {
    for (let left = count; left > 0; ) {
      if (this.#rest.length === 0) this.#rest = await this.#next()
      const piece = this.#rest.subarray(0, left)
      this.#rest = this.#rest.subarray(piece.length)
      left -= piece.length
      yield piece
    }
  }

  async take(count: number): Promise<Buffer> {
    const pieces: Buffer[] = []
    for await (const piece of this.pass(count)) pieces.push(piece)
    return Buffer.concat(pieces)
  }

  async #next(): Promise<Buffer> {
    const { done, value } = await this.#chunks.next()
    if (done) throw new InvalidArchiveError('it ends too early')
    return value
  }
}
