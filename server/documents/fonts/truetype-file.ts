/** Tables of a TrueType file (SFNT with `glyf` outlines), as far as a subset needs them. */
export interface TrueTypeFile {
  /** Raw bytes of a table; `undefined` if the font has none. */
  table(tag: string): Buffer | undefined
  glyphCount: number
  /** Outline of a glyph as in `glyf`; empty for a space. */
  outline(glyph: number): Buffer
  /** Advance width and left side bearing, in font units. */
  metrics(glyph: number): GlyphMetrics
}

export interface GlyphMetrics {
  advance: number
  bearing: number
}

export class NotTrueTypeError extends Error {}

/** Reads the table directory. Outlines are sliced on demand, so that a font of megabytes costs only what is used. */
export function readTrueType(bytes: Buffer): TrueTypeFile {
  const tables = readDirectory(bytes)
  const needed = (tag: string): Buffer => {
    const table = tables.get(tag)
    if (!table) throw new NotTrueTypeError(`the font has no table ${tag}`)
    return table
  }
  const [glyf, loca, hmtx] = [needed('glyf'), needed('loca'), needed('hmtx')]
  const glyphCount = needed('maxp').readUInt16BE(4)
  const hasLongOffsets = needed('head').readInt16BE(50) === 1
  const metricCount = needed('hhea').readUInt16BE(34)
  const offsetOf = (glyph: number) =>
    hasLongOffsets ? loca.readUInt32BE(glyph * 4) : loca.readUInt16BE(glyph * 2) * 2
  return {
    table: (tag) => tables.get(tag),
    glyphCount,
    outline: (glyph) => glyf.subarray(offsetOf(glyph), offsetOf(glyph + 1)),
    metrics(glyph) {
      // Glyphs behind the last full entry share its advance and have only a bearing.
      const full = Math.min(glyph, metricCount - 1)
      const advance = hmtx.readUInt16BE(full * 4)
      const at = glyph < metricCount ? glyph * 4 + 2 : metricCount * 4 + (glyph - metricCount) * 2
      return { advance, bearing: hmtx.readInt16BE(at) }
    },
  }
}

const trueTypeTags = [0x00010000, 0x74727565]

function readDirectory(bytes: Buffer): Map<string, Buffer> {
  if (bytes.length < 12 || !trueTypeTags.includes(bytes.readUInt32BE(0))) {
    throw new NotTrueTypeError('the file does not begin like a TrueType font')
  }
  const tables = new Map<string, Buffer>()
  for (let entry = 0; entry < bytes.readUInt16BE(4); entry++) {
    const at = 12 + entry * 16
    const offset = bytes.readUInt32BE(at + 8)
    const length = bytes.readUInt32BE(at + 12)
    tables.set(bytes.toString('latin1', at, at + 4), bytes.subarray(offset, offset + length))
  }
  return tables
}
