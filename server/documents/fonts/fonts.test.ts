import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import test from 'node:test'
import type { Font } from 'fontkit'
import * as fontkit from 'fontkit'
import { textFont } from './font-files.ts'
import { createFontStack } from './font-stack.ts'
import { textRuns } from './text-runs.ts'
import { NotTrueTypeError, readTrueType } from './truetype-file.ts'
import { createSubset } from './truetype-subset.ts'

const fonts = createFontStack({ folder: '/nonexistent' })
const bytes = readFileSync(textFont.regular)
const textOf = (line: string) => textRuns(line, 'regular', fonts).map(({ text }) => text)

test('font subset: glyphs keep their outlines and widths, composite ones with their components', () => {
  const whole = fontkit.create(bytes) as Font
  const subset = createSubset(readTrueType(bytes))
  const characters = [...'Aé€ŁłẤ ÿ']
  const numbers = characters.map((character) =>
    subset.includeGlyph(whole.glyphForCodePoint(character.codePointAt(0) ?? 0).id),
  )
  const file = readTrueType(subset.encode())
  assert.ok(file.glyphCount >= characters.length + 1)
  for (const [index, character] of characters.entries()) {
    const glyph = whole.glyphForCodePoint(character.codePointAt(0) ?? 0)
    const number = numbers[index] ?? 0
    assert.equal(file.metrics(number).advance, glyph.advanceWidth, character)
    const original = readTrueType(bytes).outline(glyph.id)
    assert.equal(file.outline(number).length >= original.length, true, character)
    // Simple outlines are copied as they are; those of composite ones begin alike.
    assert.deepEqual(file.outline(number).subarray(0, 10), original.subarray(0, 10), character)
  }
})

test('font subset: whatever is no TrueType font is refused', () => {
  for (const wrong of ['', 'OTTO', 'wOF2aaaaaaaaaaaaaaaa', '\0\x01\0\0\0\0\0\0\0\0\0\0'])
    assert.throws(() => readTrueType(Buffer.from(wrong, 'latin1')), NotTrueTypeError)
})

test('text runs: plain text is one run, and fonts change with the script', () => {
  assert.deepEqual(textOf('Café Łódź – 12 €'), ['Café Łódź – 12 €'])
  assert.deepEqual(textOf(''), [])
  assert.deepEqual(textOf('Go 🚀 now'), ['Go ', '🚀', ' now'])
})

test('text runs: Hebrew runs to the left, numbers and Latin inside it do not, brackets are mirrored', () => {
  assert.equal(textOf('a שלום b').join('|'), 'a |שלום| |b')
  const runs = textRuns('שלום 2026 (א)', 'regular', fonts)
  const drawn = runs.map(({ text, isRightToLeft }) =>
    isRightToLeft ? [...text].reverse().join('') : text,
  )
  assert.equal(drawn.join(''), '(א) 2026 םולש')
})

test('text runs: a script without a font has no face', () => {
  const [run] = textRuns('中', 'regular', fonts)
  assert.equal(run?.face, undefined)
})
