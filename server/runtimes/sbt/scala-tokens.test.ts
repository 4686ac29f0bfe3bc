import assert from 'node:assert/strict'
import { test } from 'node:test'
import { tokenizeScala } from './scala-tokens.ts'

const tokens = (text: string) => tokenizeScala(text)?.map(({ kind, text }) => `${kind[1]}:${text}`)

for (const [text, expected] of [
  ['val x = "1"', ['a:val', 'a:x', 'y:=', 't:1']],
  ['"a" %% "b" % c', ['t:a', 'y:%%', 't:b', 'y:%', 'a:c']],
  ['// "a"\nb', ['a:b']],
  ['/* "a" /* b */ "c" */ d', ['a:d']],
  ['"""a "b" c""" "\\"d"', ['t:a "b" c', 't:"d']],
  ["'\"' a '\\'' b 'sym", ['a:a', 'a:b', 'a:sym']],
  ['`a b`.c', ['a:a b', 'y:.', 'a:c']],
  ['f("http://x")', ['a:f', 'y:(', 't:http://x', 'y:)']],
  ['a %// "b"\n"c"', ['a:a', 'y:%', 't:c']],
  ['"open', ['t:open']],
  ['"""open', ['t:open']],
  ['/* open', []],
  ['`open', []],
] as const) {
  test(`scala tokens: ${JSON.stringify(text)}`, () => assert.deepEqual(tokens(text), expected))
}

test('scala tokens: hostile texts end soon', () => {
  assert.equal(tokenizeScala('x'.repeat(1_000_000)), undefined)
  for (const text of ['"', '/*', "'", '%', '`', '\\', '\u0000'])
    assert.ok(tokenizeScala(text.repeat(100_000)))
})
