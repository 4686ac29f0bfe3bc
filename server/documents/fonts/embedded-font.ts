import { deflateSync } from 'node:zlib'
import type { FontFace, ShapedText } from './font-face.ts'
import { createSubset } from './truetype-subset.ts'

/** An object of the file, as pdfkit makes them. */
export interface PdfObject {
  data: object
  end(chunk?: string | Buffer): void
}

/** The part of pdfkit's document that a font needs. */
export interface PdfObjects {
  ref(data: object): PdfObject
}

/** Printable ASCII and what stands on every invoice. */
const commonText = `${String.fromCharCode(...Array.from({ length: 95 }, (_, index) => index + 0x20))}€–·`

/** What all documents with a font begin with. */
interface CommonGlyphs {
  glyphs: readonly number[]
  widths: readonly number[]
  unicode: readonly string[]
  /** Finished parts of fonts, by the glyphs that are added. */
  encoded: Map<string, EncodedFont>
}

interface EncodedFont {
  file: Buffer
  characterMap: Buffer
  widths: readonly number[]
}

const commonGlyphs = new WeakMap<FontFace, CommonGlyphs>()
const maxEncoded = 50

/**
 * A font in one document: collects the glyphs that its texts use, and embeds a subset with them at the end. The common characters are
 * in every subset, so that most documents have the same one, which is made once.
 */
export class EmbeddedFont {
  /** Name in the resources of pages. */
  readonly id: string
  /** The font's object, for the resources of pages. */
  readonly dictionary: PdfObject
  readonly #document: PdfObjects
  readonly #face: FontFace
  readonly #subset
  readonly #widths: number[]
  readonly #unicode: string[]
  readonly #common: CommonGlyphs

  constructor(document: PdfObjects, face: FontFace, id: string) {
    this.id = id
    this.#document = document
    this.#face = face
    this.#common = commonOf(face)
    this.#subset = createSubset(face.trueType, this.#common.glyphs)
    this.#widths = [...this.#common.widths]
    this.#unicode = [...this.#common.unicode]
    this.dictionary = document.ref({})
  }

  /** Operators that show a shaped text at the current place, in this font and a size. */
  show({ glyphs, positions }: ShapedText, size: number): string {
    const { scale } = this.#face
    let shown = `/${this.id} ${size} Tf [<`
    for (const [index, { id, codePoints, advanceWidth }] of glyphs.entries()) {
      const { xAdvance = 0, xOffset = 0, yOffset = 0 } = positions[index] ?? {}
      const number = this.#include(id, codePoints)
      const hex = hexOf(number)
      const after = Math.round((advanceWidth - xAdvance + xOffset) * scale)
      if (yOffset !== 0) {
        const rise = ((yOffset * scale * size) / 1000).toFixed(3)
        shown += `>] TJ ${rise} Ts [${-Math.round(xOffset * scale)} <${hex}> ${after}] TJ 0 Ts [<`
        continue
      }
      shown += xOffset === 0 ? hex : `> ${-Math.round(xOffset * scale)} <${hex}`
      if (after !== 0) shown += `> ${after} <`
    }
    return `${shown}>] TJ`
  }

  /** Writes the font's objects; no text may follow. */
  embed(): void {
    const { pdfName, descriptor } = this.#face
    const subsetName = `${subsetTag(this.id)}+${pdfName}`
    const encoded = this.#encoded()
    const file = this.#document.ref({ Filter: 'FlateDecode' })
    file.end(encoded.file)
    const description = this.#document.ref({
      Type: 'FontDescriptor',
      FontName: subsetName,
      ...descriptor,
      FontFile2: file,
    })
    description.end()
    const descendant = this.#document.ref({
      Type: 'Font',
      Subtype: 'CIDFontType2',
      BaseFont: subsetName,
      CIDSystemInfo: {
        Registry: new String('Adobe'),
        Ordering: new String('Identity'),
        Supplement: 0,
      },
      FontDescriptor: description,
      CIDToGIDMap: 'Identity',
      W: [0, encoded.widths],
    })
    descendant.end()
    const toUnicode = this.#document.ref({ Filter: 'FlateDecode' })
    toUnicode.end(encoded.characterMap)
    this.dictionary.data = {
      Type: 'Font',
      Subtype: 'Type0',
      BaseFont: subsetName,
      Encoding: 'Identity-H',
      DescendantFonts: [descendant],
      ToUnicode: toUnicode,
    }
    this.dictionary.end()
  }

  #encoded(): EncodedFont {
    const { encoded, glyphs } = this.#common
    const key = this.#subset.glyphs.slice(glyphs.length).join(' ')
    let font = encoded.get(key)
    if (!font) {
      font = {
        file: deflateSync(this.#subset.encode()),
        characterMap: deflateSync(characterMap(this.#unicode)),
        // Without components of composite glyphs, which no text shows by themselves.
        widths: this.#widths,
      }
      if (encoded.size >= maxEncoded) encoded.clear()
      encoded.set(key, font)
    }
    return font
  }

  #include(glyph: number, codePoints: readonly number[]): number {
    const number = this.#subset.includeGlyph(glyph)
    if (this.#widths[number] === undefined) {
      this.#widths[number] = widthOf(this.#face, glyph)
      this.#unicode[number] = textOf(codePoints)
    }
    return number
  }
}

const widthOf = ({ trueType, scale }: FontFace, glyph: number): number =>
  Math.round(trueType.metrics(glyph).advance * scale * 1000) / 1000

const textOf = (codePoints: readonly number[]): string => codePoints.map(utf16Hex).join('')

/** The common characters that a font has, with proportional and tabular figures. */
function commonOf(face: FontFace): CommonGlyphs {
  let common = commonGlyphs.get(face)
  if (!common) {
    const known = Array.from(commonText).filter((character) =>
      face.has(character.codePointAt(0) ?? 0),
    )
    const shaped = [false, true].flatMap(
      (isTabular) => face.shape(known.join(''), { isTabular, isRightToLeft: false }).glyphs,
    )
    const texts = new Map<number, string>([
      [0, 'fffd'],
      ...shaped.map(({ id, codePoints }) => [id, textOf(codePoints)] as const),
    ])
    // Fonts of other scripts have these characters too, and draw them rarely.
    const first = face.isText ? [...texts.keys()] : [0]
    common = {
      glyphs: first,
      widths: first.map((glyph) => widthOf(face, glyph)),
      unicode: first.map((glyph) => texts.get(glyph) ?? ''),
      encoded: new Map(),
    }
    commonGlyphs.set(face, common)
  }
  return common
}

/** Six capitals that tell this subset from others of the same font: from its number in the document. */
const subsetTag = (id: string): string =>
  Array.from(id.padStart(6, '0'), (character) =>
    String.fromCharCode(0x41 + (character.charCodeAt(0) % 26)),
  ).join('')

const hexNumbers: string[] = []

/** Number of a glyph in four hexadecimal digits. */
function hexOf(number: number): string {
  hexNumbers[number] ??= number.toString(16).padStart(4, '0')
  return hexNumbers[number]
}

const textHex = new Map<number, string>()
const maxTexts = 20_000

/** A character in UTF-16, as the character map of a font wants it. */
function utf16Hex(codePoint: number): string {
  let hex = textHex.get(codePoint)
  if (hex === undefined) {
    hex = Buffer.from(String.fromCodePoint(codePoint), 'utf16le').swap16().toString('hex')
    if (textHex.size >= maxTexts) textHex.clear()
    textHex.set(codePoint, hex)
  }
  return hex
}

const maxRange = 100

/** Glyph numbers to text, in blocks as short as the format demands. */
function characterMap(unicode: readonly string[]): string {
  const blocks: string[] = []
  for (let from = 0; from < unicode.length; from += maxRange) {
    const entries = unicode
      .slice(from, from + maxRange)
      .map((text, index) => `<${hexOf(from + index)}> <${text}>`)
    blocks.push(`${entries.length} beginbfchar\n${entries.join('\n')}\nendbfchar`)
  }
  return `/CIDInit /ProcSet findresource begin
12 dict begin
begincmap
/CIDSystemInfo << /Registry (Adobe) /Ordering (UCS) /Supplement 0 >> def
/CMapName /Adobe-Identity-UCS def
/CMapType 2 def
1 begincodespacerange
<0000> <ffff>
endcodespacerange
${blocks.join('\n')}
endcmap
CMapName currentdict /CMap defineresource pop
end
end`
}
