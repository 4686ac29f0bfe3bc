import bidiModule, { type Bidi } from 'bidi-js'
import type { FontFace } from './font-face.ts'
import type { Weight } from './font-files.ts'
import type { FontStack } from './font-stack.ts'

/** A piece of a line in one font and direction. */
export interface TextRun {
  /** In the order of reading, with brackets mirrored where it runs to the left. */
  text: string
  /** `undefined` if no font has the characters: they are drawn as boxes with their numbers. */
  face: FontFace | undefined
  isRightToLeft: boolean
}

/** Latin-1, Latin Extended-A and common punctuation: one run of the text font, without a look at each character. */
const plain = /^[\x20-\x7e\xa0-\u017f\u2013\u2014\u2018-\u201d\u2022\u2026\u2212\u20ac]*$/
const rightToLeft =
  /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u

/** Its types describe an ES module; Node loads the CommonJS one, whose export is the function itself. */
const createBidi = bidiModule as unknown as () => Bidi
const pictograph = /\p{Extended_Pictographic}|\p{Regional_Indicator}/u
/** Created on demand: most platforms never need it. */
let bidi: Bidi | undefined
const clusters = new Intl.Segmenter('en', { granularity: 'grapheme' })

/** Splits a line into runs from left to right, after the bidirectional algorithm of Unicode (UAX 9). */
export function textRuns(line: string, weight: Weight, fonts: FontStack): readonly TextRun[] {
  if (plain.test(line)) {
    return line === '' ? [] : [{ text: line, face: fonts.textFace(weight), isRightToLeft: false }]
  }
  const text = line.normalize('NFC')
  const levels = levelsOf(text)
  const runs: (TextRun & { level: number })[] = []
  for (const { segment, index } of clusters.segment(text)) {
    const level = levels?.[index] ?? 0
    const last = runs.at(-1)
    // A space stays with the font before it, so that two words in one script are one run; not with emoji, whose space is wide.
    const before = last && !pictograph.test(last.text) ? last.face : undefined
    const face = segment === ' ' && before?.has(0x20) ? before : fonts.faceFor(segment, weight)
    const shown = level % 2 === 1 ? mirrored(segment) : segment
    if (last && last.face === face && last.level === level) last.text += shown
    else runs.push({ text: shown, face, isRightToLeft: level % 2 === 1, level })
  }
  return inVisualOrder(runs)
}

function levelsOf(text: string): Uint8Array | undefined {
  if (!rightToLeft.test(text)) return undefined
  bidi ??= createBidi()
  return bidi.getEmbeddingLevels(text, 'auto').levels
}

const mirrored = (cluster: string): string => bidi?.getMirroredCharacter(cluster) ?? cluster

/** Rule L2: from the highest level down to the lowest odd one, reverses each sequence of runs at that level or above. */
function inVisualOrder<R extends { level: number }>(runs: readonly R[]): readonly R[] {
  const order = [...runs]
  const highest = Math.max(0, ...runs.map(({ level }) => level))
  for (let level = highest; level > 0; level--) {
    for (let from = 0; from < order.length; from++) {
      let until = from
      while ((order[until]?.level ?? -1) >= level) until++
      if (until === from) continue
      order.splice(from, until - from, ...order.slice(from, until).reverse())
      from = until
    }
  }
  return order
}
