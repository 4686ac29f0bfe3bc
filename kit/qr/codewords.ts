import { correction } from './reed-solomon.ts'

/** By version: bytes of correction in each block, and blocks, at level M (ISO/IEC 18004, table 9). */
const correctionBytes = [
  10, 16, 26, 18, 24, 16, 18, 22, 22, 26, 30, 22, 22, 24, 24, 28, 28, 26, 26, 26, 26, 28, 28, 28,
  28,
]
const blockCounts = [
  1, 1, 1, 2, 2, 4, 4, 4, 5, 5, 5, 8, 9, 9, 10, 10, 11, 13, 14, 16, 17, 17, 18, 20, 21,
]

interface Layout {
  version: number
  /** Bytes of content, the head of the message included. */
  capacity: number
  blocks: number
  /** Bytes of correction in each block. */
  correction: number
}

/** The bytes of a code and the version that is just large enough for them. */
export function codewordsOf(content: Uint8Array): { version: number; codewords: Uint8Array } {
  const layout = layouts.find(
    ({ version, capacity }) => headBytes(version) + content.length <= capacity,
  )
  if (!layout) throw new Error(`${content.length} bytes are too many for a QR code`)
  return { version: layout.version, codewords: interleave(layout, message(layout, content)) }
}

/** How many squares are left for bytes once the patterns of this version are drawn. */
function squaresFor(version: number): number {
  const size = 17 + 4 * version
  const finders = 3 * 64
  const formats = 31
  const timing = 2 * (size - 16)
  const perSide = version === 1 ? 0 : Math.floor(version / 7) + 2
  const alignments = perSide === 0 ? 0 : (perSide ** 2 - 3) * 25 - 2 * (perSide - 2) * 5
  const versions = version >= 7 ? 36 : 0
  return size ** 2 - finders - formats - timing - alignments - versions
}

const layouts: Layout[] = blockCounts.map((blocks, index) => {
  const version = index + 1
  const correction = correctionBytes[index] ?? 0
  const all = Math.floor(squaresFor(version) / 8)
  return { version, blocks, correction, capacity: all - blocks * correction }
})

const lengthBits = (version: number) => (version < 10 ? 8 : 16)
/** The mode takes half a byte, and half a byte ends the message. */
const headBytes = (version: number) => 1 + lengthBits(version) / 8

const paddings = [0xec, 0x11]

/** Mode, length, bytes and padding: the head is half a byte long, so everything is shifted by that. */
function message({ version, capacity }: Layout, content: Uint8Array): Uint8Array {
  const byteMode = '4'
  const length = content.length.toString(16).padStart(lengthBits(version) / 4, '0')
  const text = `${byteMode}${length}${Buffer.from(content).toString('hex')}0`
  const used = Buffer.from(text, 'hex')
  return Uint8Array.from({ length: capacity }, (_, at) =>
    at < used.length ? (used[at] ?? 0) : (paddings[(at - used.length) % 2] ?? 0),
  )
}

/** The first byte of every block, the second of every block, …; then their corrections in the same way. */
function interleave(layout: Layout, bytes: Uint8Array): Uint8Array {
  const { blocks: count, capacity } = layout
  const short = Math.floor(capacity / count)
  const longFrom = count - (capacity % count)
  const blocks: Uint8Array[] = []
  for (let index = 0, start = 0; index < count; index++) {
    const length = index < longFrom ? short : short + 1
    blocks.push(bytes.subarray(start, start + length))
    start += length
  }
  const corrections = blocks.map((block) => correction(block, layout.correction))
  return Uint8Array.from([...columns(blocks), ...columns(corrections)])
}

function columns(rows: Uint8Array[]): number[] {
  const width = Math.max(...rows.map((row) => row.length))
  const found: number[] = []
  for (let column = 0; column < width; column++) {
    for (const row of rows) {
      const byte = row[column]
      if (byte !== undefined) found.push(byte)
    }
  }
  return found
}
