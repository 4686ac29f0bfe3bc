import { crc32 } from 'node:zlib'
import type { PictureSize } from './picture-size.ts'

const signature = Buffer.from('89504e470d0a1a0a', 'hex')
const chunkOverhead = 12
const headerLength = 13

/** Colour types, and the bit depths that each may have. */
const depths: Readonly<Record<number, readonly number[]>> = {
  0: [1, 2, 4, 8, 16],
  2: [8, 16],
  3: [1, 2, 4, 8],
  4: [8, 16],
  6: [8, 16],
}

export const isPng = (content: Buffer): boolean =>
  content.subarray(0, signature.length).equals(signature)

/** Size of a PNG: chunks with right checksums from its header to its end, which is the end of the file. */
export function readPng(content: Buffer): PictureSize | undefined {
  let size: PictureSize | undefined
  let hasData = false
  for (let at = signature.length; at + chunkOverhead <= content.length; ) {
    const length = content.readUInt32BE(at)
    const end = at + chunkOverhead + length
    if (end > content.length) return undefined
    const body = content.subarray(at + 4, end - 4)
    if (crc32(body) !== content.readUInt32BE(end - 4)) return undefined
    const name = body.toString('latin1', 0, 4)
    if (!/^[A-Za-z]{4}$/.test(name) || (size === undefined) !== (name === 'IHDR')) return undefined
    if (name === 'IHDR') size = readHeader(body.subarray(4))
    if (name === 'IHDR' && !size) return undefined
    if (name === 'IDAT') hasData = true
    if (name === 'IEND') return hasData && length === 0 && end === content.length ? size : undefined
    at = end
  }
  return undefined
}

function readHeader(header: Buffer): PictureSize | undefined {
  if (header.length !== headerLength) return undefined
  const [depth, colours, compression, filter, interlacing] = header.subarray(8)
  const isKnown = depths[colours ?? -1]?.includes(depth ?? 0)
  if (!isKnown || compression !== 0 || filter !== 0 || (interlacing ?? 2) > 1) return undefined
  return { width: header.readUInt32BE(0), height: header.readUInt32BE(4) }
}
