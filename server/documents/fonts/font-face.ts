import { readFileSync } from 'node:fs'
import type { Font } from 'fontkit'
import * as fontkit from 'fontkit'
import { readTrueType, type TrueTypeFile } from './truetype-file.ts'

/** Text of one font, direction and style. */
export interface TextStyle {
  /** Figures of equal width, for columns of numbers. */
  isTabular: boolean
  isRightToLeft: boolean
}

interface Glyph {
  id: number
  codePoints: readonly number[]
  /** In font units. */
  advanceWidth: number
}

interface Position {
  xAdvance: number
  xOffset: number
  yOffset: number
}

/** Glyphs from left to right, with positions in font units. */
export interface ShapedText {
  glyphs: readonly Glyph[]
  positions: readonly Position[]
  /** In a size of 1. */
  width: number
}

/** One font file, read once per process and shared by all documents. */
export interface FontFace {
  has(codePoint: number): boolean
  /** Whether ordinary text is set in it, rather than single names in another script. */
  isText: boolean
  shape(text: string, style: TextStyle): ShapedText
  trueType: TrueTypeFile
  /** From font units to thousandths of the size. */
  scale: number
  /** PostScript name, without characters that a name in PDF must escape. */
  pdfName: string
  /** Entries of the font descriptor of PDF. */
  descriptor: Readonly<Record<string, number | readonly number[]>>
}

/** Opens a TrueType file; throws if it is missing or of another format. */
export function openFontFace(file: string, isText: boolean): FontFace {
  const bytes = readFileSync(file)
  const trueType = readTrueType(bytes)
  const font = fontkit.create(bytes) as Font
  const scale = 1000 / font.unitsPerEm
  return {
    has: (codePoint) => font.hasGlyphForCodePoint(codePoint),
    isText,
    shape: createShaper(font),
    trueType,
    scale,
    pdfName: font.postscriptName.replace(/[^\w-]/g, '_'),
    descriptor: descriptorOf(font, scale),
  }
}

/** Of the flags of a font descriptor: its characters are not those of the Latin standard. */
const symbolic = 4

function descriptorOf(font: Font, scale: number): FontFace['descriptor'] {
  const { minX, minY, maxX, maxY } = font.bbox
  return {
    Flags: symbolic,
    FontBBox: [minX, minY, maxX, maxY].map((number) => number * scale),
    ItalicAngle: font.italicAngle,
    Ascent: font.ascent * scale,
    Descent: font.descent * scale,
    CapHeight: (font.capHeight || font.ascent) * scale,
    StemV: 80,
  }
}

const maxPairs = 20_000
/** Latin, Greek and Cyrillic: the scripts whose pairs are kerned. */
const maxKerned = 0x530
const joiners = /\u200c|\u200d|[\ufe00-\ufe0f]/u
const complex =
  /[\p{M}\p{Emoji_Modifier}\p{Regional_Indicator}\u200d]|[\u0600-\u08ff\u0900-\u0fff\u1000-\u109f\u1700-\u18af\u1900-\u1aff\ufb50-\ufdff\ufe70-\ufefc]/u
const isFigure = (codePoint: number) => codePoint >= 0x30 && codePoint <= 0x39
/** Off, because each takes a walk through all lookups of the font. */
const kerningOnly = Object.fromEntries(
  ['ccmp', 'locl', 'rlig', 'mark', 'mkmk', 'calt', 'clig', 'liga', 'rclt', 'curs'].map((tag) => [
    tag,
    false,
  ]),
)

/**
 * Shapes simple scripts through the character map with kerning by pairs, and leaves scripts that join or stack to
 * fontkit, whose shaping takes a millisecond a word.
 */
function createShaper(font: Font): (text: string, style: TextStyle) => ShapedText {
  const pairs = new Map<number, number>()
  const kerningOf = (one: Glyph, other: Glyph): number => {
    const [left = 0, right = 0] = [one.codePoints[0], other.codePoints[0]]
    if (left >= maxKerned || right >= maxKerned || left <= 0x20 || right <= 0x20) return 0
    // A seven would cover the decimal point behind it.
    if (isFigure(left) || isFigure(right)) return 0
    const key = one.id * 0x10000 + other.id
    let kerning = pairs.get(key)
    if (kerning === undefined) {
      const [first] = font.layout(String.fromCodePoint(left, right), kerningOnly).positions
      kerning = (first?.xAdvance ?? one.advanceWidth) - one.advanceWidth
      if (pairs.size >= maxPairs) pairs.clear()
      pairs.set(key, kerning)
    }
    return kerning
  }
  const figures = new Map<number, Glyph>()
  const figureOf = (codePoint: number): Glyph => {
    let figure = figures.get(codePoint)
    if (!figure) {
      const run = font.layout(String.fromCodePoint(codePoint), { ...kerningOnly, tnum: true })
      figure = run.glyphs[0] ?? font.glyphForCodePoint(codePoint)
      figures.set(codePoint, figure)
    }
    return figure
  }

  function shapeSimple(text: string, { isTabular, isRightToLeft }: TextStyle): ShapedText {
    const glyphs: Glyph[] = []
    for (const character of text) {
      if (joiners.test(character)) continue
      const codePoint = character.codePointAt(0) ?? 0
      glyphs.push(
        isTabular && isFigure(codePoint) ? figureOf(codePoint) : font.glyphForCodePoint(codePoint),
      )
    }
    if (isRightToLeft) glyphs.reverse()
    let width = 0
    const positions = glyphs.map((glyph, index) => {
      const next = glyphs[index + 1]
      const xAdvance = glyph.advanceWidth + (next && !isTabular ? kerningOf(glyph, next) : 0)
      width += xAdvance
      return { xAdvance, xOffset: 0, yOffset: 0 }
    })
    return { glyphs, positions, width: width / font.unitsPerEm }
  }

  function shapeComplex(text: string, { isRightToLeft }: TextStyle): ShapedText {
    const direction = isRightToLeft ? 'rtl' : 'ltr'
    const run = font.layout(text, undefined, undefined, undefined, direction)
    const positions = run.positions.map(({ xAdvance, xOffset, yOffset }) => {
      return { xAdvance, xOffset, yOffset }
    })
    return { glyphs: run.glyphs, positions, width: run.advanceWidth / font.unitsPerEm }
  }

  return (text, style) =>
    complex.test(text) ? shapeComplex(text, style) : shapeSimple(text, style)
}
