import { existsSync } from 'node:fs'
import { type FontFace, openFontFace } from './font-face.ts'
import {
  emojiFont,
  type FontSource,
  fallbackFonts,
  systemFontFolder,
  textFont,
  type Weight,
} from './font-files.ts'

/** Which font draws which character. */
export interface FontStack {
  /** The font of ordinary text. */
  textFace(weight: Weight): FontFace
  /** The font of a grapheme cluster; `undefined` if no font has all of its characters. */
  faceFor(cluster: string, weight: Weight): FontFace | undefined
}

/** Joiners and variation selectors, which need no glyph. */
const ignorable = /^(?:\u200c|\u200d|[\ufe00-\ufe0f])$/u
const isEmoji = /\p{Emoji_Presentation}|\ufe0f/u
const maxKnownClusters = 20_000

/** Fonts are opened when a document first needs them, and stay open: parsing them takes longer than a whole invoice. */
export function createFontStack({ folder }: { folder?: string | undefined } = {}): FontStack {
  const fallbacks = fallbackFonts(folder ?? systemFontFolder)
  const open = {
    regular: new Map<FontSource, FontFace>(),
    semibold: new Map<FontSource, FontFace>(),
  }
  const faceOf = (source: FontSource, weight: Weight): FontFace => {
    let face = open[weight].get(source)
    if (!face) {
      const { regular, semibold } = source
      const hasBold = weight === 'semibold' && semibold !== undefined && existsSync(semibold)
      face =
        hasBold || weight === 'regular'
          ? openFontFace(hasBold ? semibold : regular, source === textFont)
          : faceOf(source, 'regular')
      open[weight].set(source, face)
    }
    return face
  }
  const find = (cluster: string, weight: Weight): FontFace | undefined => {
    const characters = Array.from(cluster).filter((character) => !ignorable.test(character))
    const order = isEmoji.test(cluster)
      ? [emojiFont, textFont, ...fallbacks]
      : [textFont, ...fallbacks]
    for (const source of order) {
      if (!characters.some((character) => source.characters.test(character))) continue
      const face = faceOf(source, weight)
      if (characters.every((character) => face.has(character.codePointAt(0) ?? 0))) return face
    }
    return undefined
  }
  const known = new Map<string, FontFace | undefined>()
  return {
    textFace: (weight) => faceOf(textFont, weight),
    faceFor(cluster, weight) {
      const key = `${weight}${cluster}`
      if (known.has(key)) return known.get(key)
      const face = find(cluster, weight)
      if (known.size >= maxKnownClusters) known.clear()
      known.set(key, face)
      return face
    },
  }
}
