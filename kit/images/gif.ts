import type { PictureSize } from './picture-size.ts'

const headerLength = 13
const descriptorLength = 10
const extension = 0x21
const imageStart = 0x2c
const trailer = 0x3b

export const isGif = (content: Buffer): boolean =>
  /^GIF8[79]a$/.test(content.toString('latin1', 0, 6))

/** Size of a GIF: blocks up to its trailer, which is the end of the file. */
export function readGif(content: Buffer): PictureSize | undefined {
  if (content.length < headerLength) return undefined
  const size = { width: content.readUInt16LE(6), height: content.readUInt16LE(8) }
  let hasImage = false
  let at = headerLength + tableLength(content[10])
  while (at < content.length) {
    const kind = content[at]
    if (kind === trailer) return hasImage && at + 1 === content.length ? size : undefined
    if (kind === extension) at = endOfBlocks(content, at + 2)
    else if (kind === imageStart && isInside(content, at, size)) {
      hasImage = true
      const codeSize = at + descriptorLength + tableLength(content[at + 9])
      at = endOfBlocks(content, codeSize + 1)
    } else return undefined
  }
  return undefined
}

/** Bytes of the colour table that the flags announce. */
const tableLength = (flags = 0): number => (flags & 0x80 ? 3 << ((flags & 7) + 1) : 0)

function isInside(content: Buffer, at: number, { width, height }: PictureSize): boolean {
  if (at + descriptorLength > content.length) return false
  const [left, top, across, down] = [1, 3, 5, 7].map((place) => content.readUInt16LE(at + place))
  return (left ?? 0) + (across ?? 0) <= width && (top ?? 0) + (down ?? 0) <= height
}

/** Position after blocks that each begin with their length; the last one is empty. */
function endOfBlocks(content: Buffer, from: number): number {
  let at = from
  while (at < content.length) {
    const length = content[at] ?? 0
    at += 1 + length
    if (length === 0) return at
  }
  return content.length
}
