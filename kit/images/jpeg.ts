import type { PictureSize } from './picture-size.ts'

const marker = 0xff
const startOfImage = 0xd8
const endOfImage = 0xd9
const startOfScan = 0xda
/** Baseline, extended and progressive frames; browsers show no others. */
const frames: readonly number[] = [0xc0, 0xc1, 0xc2]
const minFrameLength = 11
const components: readonly number[] = [1, 3, 4]

export const isJpeg = (content: Buffer): boolean =>
  content[0] === marker && content[1] === startOfImage && content[2] === marker

/** Size of a JPEG: segments and scans up to its end, which is the end of the file. */
export function readJpeg(content: Buffer): PictureSize | undefined {
  let size: PictureSize | undefined
  let hasScan = false
  let at = 2
  while (at + 1 < content.length) {
    if (content[at] !== marker) return undefined
    const kind = content[at + 1] ?? 0
    // Any number of fill bytes may precede a marker.
    if (kind === marker) {
      at += 1
      continue
    }
    if (kind === endOfImage) return hasScan && at + 2 === content.length ? size : undefined
    if (!hasLength(kind) || at + 4 > content.length) return undefined
    const length = content.readUInt16BE(at + 2)
    const end = at + 2 + length
    if (length < 2 || end > content.length) return undefined
    if (frames.includes(kind)) {
      if (size) return undefined
      size = readFrame(content.subarray(at + 2, end))
      if (!size) return undefined
    }
    if (kind === startOfScan) {
      if (!size) return undefined
      hasScan = true
      at = endOfScan(content, end)
    } else at = end
  }
  return undefined
}

/** Tables, APPn segments and comments; not the markers that stand alone, nor a second start. */
const hasLength = (kind: number): boolean => kind >= 0xc0 && !(kind >= 0xd0 && kind <= 0xd8)

function readFrame(frame: Buffer): PictureSize | undefined {
  if (frame.length < minFrameLength || !components.includes(frame[7] ?? 0)) return undefined
  return { width: frame.readUInt16BE(5), height: frame.readUInt16BE(3) }
}

/** Position of the marker after the compressed data, in which a byte of a marker is followed by 0 or is a restart. */
function endOfScan(content: Buffer, from: number): number {
  for (let at = content.indexOf(marker, from); at >= 0; at = content.indexOf(marker, at + 1)) {
    const next = content[at + 1] ?? 0
    const isData = next === 0 || (next >= 0xd0 && next <= 0xd7) || next === marker
    if (!isData) return at
  }
  return content.length
}
