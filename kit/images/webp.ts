import type { PictureSize } from './picture-size.ts'

const headerLength = 12
const chunkHeader = 8

/** What a WebP consists of, with transparency, animation and metadata. */
const known: ReadonlySet<string> = new Set([
  ...['VP8 ', 'VP8L', 'VP8X', 'ALPH', 'ANIM', 'ANMF', 'ICCP', 'EXIF', 'XMP '],
])

export const isWebp = (content: Buffer): boolean =>
  /^RIFF.{4}WEBP$/s.test(content.toString('latin1', 0, headerLength))

/** Size of a WebP: the chunks that the format has, up to the end of the file, which its header tells. */
export function readWebp(content: Buffer): PictureSize | undefined {
  if (content.length < headerLength || content.readUInt32LE(4) + 8 !== content.length) {
    return undefined
  }
  let size: PictureSize | undefined
  let hasImage = false
  let at = headerLength
  while (at + chunkHeader <= content.length) {
    const name = content.toString('latin1', at, at + 4)
    const length = content.readUInt32LE(at + 4)
    const end = at + chunkHeader + length
    if (!known.has(name) || end > content.length) return undefined
    const body = content.subarray(at + chunkHeader, end)
    size ??= readSize(name, body)
    // The first chunk has the size.
    if (!size) return undefined
    hasImage ||= name === 'VP8 ' || name === 'VP8L' || name === 'ANMF'
    at = end + (length & 1)
  }
  return hasImage && at === content.length ? size : undefined
}

function readSize(name: string, body: Buffer): PictureSize | undefined {
  if (name === 'VP8X' && body.length === 10) {
    return { width: body.readUIntLE(4, 3) + 1, height: body.readUIntLE(7, 3) + 1 }
  }
  if (name === 'VP8 ' && body.length >= 10 && body.toString('hex', 3, 6) === '9d012a') {
    return { width: body.readUInt16LE(6) & 0x3fff, height: body.readUInt16LE(8) & 0x3fff }
  }
  if (name !== 'VP8L' || body.length < 5 || body[0] !== 0x2f) return undefined
  const bits = body.readUInt32LE(1)
  return { width: (bits & 0x3fff) + 1, height: ((bits >>> 14) & 0x3fff) + 1 }
}
