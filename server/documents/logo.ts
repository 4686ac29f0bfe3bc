import { inflateSync } from 'node:zlib'

/** The operator's logo, as PNG or JPEG. SVG is refused: drawing it needs a renderer that nobody keeps up. */
export interface Logo {
  bytes: Buffer
  type: 'image/png' | 'image/jpeg'
  /** In pixels. */
  width: number
  height: number
}

export class LogoError extends Error {}

const maxBytes = 200_000
const maxPixels = 1_000_000
const pngSignature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])

/** Reads type and size of a logo, and checks what would otherwise fail in the middle of an invoice. */
export function readLogo(given: Uint8Array): Logo {
  const bytes = Buffer.from(given)
  if (bytes.length > maxBytes) throw new LogoError('the logo is larger than 200 KB')
  const logo = bytes.subarray(0, 8).equals(pngSignature) ? readPng(bytes) : readJpeg(bytes)
  if (!logo) throw new LogoError('the logo is neither a PNG nor a JPEG file')
  if (logo.width * logo.height > maxPixels || logo.width * logo.height === 0) {
    throw new LogoError('the logo has no pixels or more than a million')
  }
  return logo
}

/** Chunks of a PNG file, until its end or the first that is cut off. */
function* pngChunks(bytes: Buffer): Generator<{ type: string; body: Buffer }> {
  for (let at = 8; at + 12 <= bytes.length; ) {
    const length = bytes.readUInt32BE(at)
    const end = at + 12 + length
    if (end > bytes.length) return
    yield { type: bytes.toString('latin1', at + 4, at + 8), body: bytes.subarray(at + 8, end - 4) }
    at = end
  }
}

function readPng(bytes: Buffer): Logo | undefined {
  const chunks = [...pngChunks(bytes)]
  const header = chunks.find(({ type }) => type === 'IHDR')?.body
  const pixels = chunks.filter(({ type }) => type === 'IDAT').map(({ body }) => body)
  if (header?.length !== 13 || chunks.at(-1)?.type !== 'IEND') return undefined
  const [width, height] = [header.readUInt32BE(0), header.readUInt32BE(4)]
  try {
    const needed = height * (1 + Math.ceil((width * bitsPerPixel(header)) / 8))
    const inflated = inflateSync(Buffer.concat(pixels), { maxOutputLength: maxPixels * 9 })
    if (inflated.length < needed && header[12] === 0) return undefined
  } catch {
    return undefined
  }
  return { bytes, type: 'image/png', width, height }
}

/** Channels by colour type, times the depth of each. */
function bitsPerPixel(header: Buffer): number {
  const channels = [1, 0, 3, 1, 2, 0, 4][header[9] ?? 0] ?? 0
  return channels * (header[8] ?? 0)
}

/** Finds the frame header; CMYK is refused, because PDF/A wants all colours in the space of the one profile. */
function readJpeg(bytes: Buffer): Logo | undefined {
  if (bytes.length < 4 || bytes.readUInt16BE(0) !== 0xffd8) return undefined
  for (let at = 2; at + 10 <= bytes.length && bytes[at] === 0xff; ) {
    const marker = bytes[at + 1] ?? 0
    const isFrame = marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker)
    if (isFrame) {
      if ((bytes[at + 9] ?? 0) > 3) return undefined
      const [height, width] = [bytes.readUInt16BE(at + 5), bytes.readUInt16BE(at + 7)]
      return { bytes, type: 'image/jpeg', width, height }
    }
    at += 2 + bytes.readUInt16BE(at + 2)
  }
  return undefined
}
