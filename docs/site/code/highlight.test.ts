import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { colours } from '#kit/text/design-tokens.ts'
import { codeBlock, languageOf } from './code-block.ts'
import { highlight, isHighlighted } from './highlight.ts'

test('code: tokens get classes, text of customers and of unknown languages is escaped', () => {
  assert.match(highlight('ls "a" # <b>', 'sh'), /<span class="c-comment"># &lt;b&gt;<\/span>/)
  assert.match(highlight('{ "a": 1 }', 'json'), /<span class="c-number">1<\/span>/)
  assert.equal(highlight('<b>', 'klingon'), '&lt;b&gt;')
  assert.equal(highlight('<b>'), '&lt;b&gt;')
  assert.match(codeBlock('x', '"'), /data-language="&quot;"/)
})

test('code: of a transcript only commands are coloured, and prompts are marked', () => {
  const lines = highlight('$ echo "a"\n"b" <c>', 'console').split('\n')
  assert.match(lines[0] ?? '', /^<span class="c-prompt">\$ <\/span>.*c-string/)
  assert.equal(lines[1], '&quot;b&quot; &lt;c&gt;')
})

test('code: the language of a file is known by its name', () => {
  const names = ['a/b.ts', 'Dockerfile', 'build.sbt', 'application.conf', 'package.json', 'x/e.mjs']
  assert.deepEqual(names.map(languageOf), ['ts', 'dockerfile', 'scala', 'properties', 'json', 'js'])
  for (const name of names) assert.ok(isHighlighted(languageOf(name)), name)
})

/** Of WCAG 2.2. */
function luminance(colour: string): number {
  const short = /^#(.)(.)(.)$/.exec(colour)
  const digits = short ? short.slice(1).map((digit) => digit + digit) : colour.slice(1).match(/../g)
  const [red = 0, green = 0, blue = 0] = (digits ?? []).map((pair) => {
    const part = Number.parseInt(pair, 16) / 255
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

function contrast(one: string, other: string): number {
  const [lighter = 0, darker = 0] = [luminance(one), luminance(other)].sort((a, b) => b - a)
  return (lighter + 0.05) / (darker + 0.05)
}

test('code: every colour of a token is one of the design, with a contrast of at least 4.5 in light and dark', () => {
  const style = readFileSync(join(import.meta.dirname, '../browser/code.css'), 'utf8')
  const used = Array.from(style.matchAll(/color: ([^;]+);/g), ([, value = '']) => value)
  assert.ok(used.length > 5)
  const { card } = colours
  for (const value of used) {
    const colour = colours[/^var\(--(.+)\)$/.exec(value)?.[1] ?? '']
    assert.ok(colour && card, value)
    assert.ok(contrast(colour.light, card.light) >= 4.5, `${value}, light`)
    assert.ok(contrast(colour.dark, card.dark) >= 4.5, `${value}, dark`)
  }
})
