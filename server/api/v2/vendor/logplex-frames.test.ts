import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readFrames } from './logplex-frames.ts'

const now = Date.parse('2026-01-02T03:04:05Z')
const frame = (line: string) => `${Buffer.byteLength(line)} ${line}`
const messagesOf = (...ends: string[]) => {
  const lines = ends.map((end) => `<14>1 2026-01-01T00:00:00Z addon_1 app web.1 - ${end}`)
  return readFrames(Buffer.from(lines.map(frame).join('')), now).map(({ message }) => message)
}

const readable: [what: string, end: string, message: string][] = [
  ['no data', '- Hello', 'Hello'],
  ['no data and no message', '-', ''],
  ['one element', '[origin ip="::1"] Hello', 'Hello'],
  ['an element without parameters', '[origin] Hello', 'Hello'],
  ['two elements', '[a k="1"][b@2 k="2" l="3"] Hello', 'Hello'],
  ['an element and no message', '[origin ip="::1"]', ''],
  ['a bracket and a space in a value', '[a k="x] y" l="] "] Hello', 'Hello'],
  ['an escaped bracket', '[a k="x\\] y"] Hello', 'Hello'],
  ['an escaped quote before a bracket', '[a k="x\\"] y\\\\"] Hello', 'Hello'],
  ['a message that looks like data', '[a] [error] Hello [b] ', '[error] Hello [b]'],
  ['a message of several lines', '- Hello\n[b] there\n', 'Hello\n[b] there'],
]
for (const [what, end, message] of readable) {
  test(`logplex: a line is read with ${what}`, () =>
    assert.deepEqual(messagesOf(end, end), [message, message]))
}

test('logplex: truncated structured data is refused', () => {
  for (const end of ['[a k="x] Hello', '[a Hello', '[a]Hello', 'x Hello', '', '-x']) {
    assert.throws(() => messagesOf(end), /not a sequence of RFC 5424 lines/, end)
  }
})

test('logplex: unterminated brackets and quotes are parsed in one pass', () => {
  const open = `[${'a="'.repeat(50_000)}`
  assert.throws(() => messagesOf(open), /not a sequence/)
  assert.deepEqual(messagesOf(`${'[a]'.repeat(50_000)} Hello`), ['Hello'])
})
