import assert from 'node:assert/strict'
import { test } from 'node:test'
import { parseJsonText } from './json-text.ts'

const documents: unknown[] = [
  {},
  [],
  null,
  true,
  -1.5e3,
  'a"\\\n\u2028é😀',
  { a: { b: [1, 'x', { c: null }] }, '': 0, constructor: 1, toString: {} },
]

for (const document of documents) {
  const text = JSON.stringify(document, null, 1)
  test(`JSON: ${JSON.stringify(document)} is parsed like JSON.parse does`, () => {
    assert.deepEqual(parseJsonText(text), document)
    assert.deepEqual(parseJsonText(text, { isLoose: true }), document)
  })
}

const refused = [
  ...['', ' ', '{', '[1', '{"a"}', '{"a":}', '{a:1}', "{'a':1}", '{"a":1 "b":2}', '[1 2]', '01'],
  ...['{"a":1,"a":2}', '{"a":1,"\\u0061":2}', '{"__proto__":{}}', '{"a":{"__proto__":1}}'],
  ...['"a\nb"', '"\\x41"', 'NaN', '+1', '1.', '{}{}', '\ufeff{}', '[,]', '{,}', '"a'],
  '['.repeat(40) + ']'.repeat(40),
]

for (const text of refused) {
  test(`JSON: ${JSON.stringify(text.slice(0, 40))} is rejected, also in loose mode`, () => {
    assert.equal(parseJsonText(text), undefined)
    assert.equal(parseJsonText(text, { isLoose: true }), undefined)
  })
}

test('JSON: comments and trailing commas are accepted only in loose mode', () => {
  for (const text of ['{"a":[1,2,],}', '// x\n{"a":/* , */[1,2]}\n//', '{"a":[1,2]/***/}']) {
    assert.equal(parseJsonText(text), undefined)
    assert.deepEqual(parseJsonText(text, { isLoose: true }), { a: [1, 2] })
  }
  for (const text of ['{"a":1,,}', '{}/*', '{}/', '[1,/*/]']) {
    assert.equal(parseJsonText(text, { isLoose: true }), undefined)
  }
})

test('JSON: megabytes of unclosed brackets are rejected without a stack overflow', () => {
  for (const text of ['['.repeat(4e6), `"${'\\"'.repeat(2e6)}`, `{}/*${'*'.repeat(4e6)}`]) {
    assert.equal(parseJsonText(text, { isLoose: true }), undefined)
  }
})
