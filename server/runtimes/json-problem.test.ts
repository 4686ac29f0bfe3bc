import assert from 'node:assert/strict'
import { test } from 'node:test'
import { findJsonProblem } from './json-problem.ts'

const places: [string, number, number][] = [
  ['', 1, 1],
  ['{', 1, 2],
  ['{"a": foo}', 1, 7],
  ['{\n  "a": 1,\n}', 3, 1],
  ['{\n  "a": 1\n  "b": 2\n}', 3, 3],
  ["{ 'a': 1 }", 1, 3],
  ['{ "a": 1 } // done', 1, 12],
  ['{"a": 01}', 1, 7],
  ['{"a": "x\ny"}', 1, 7],
  ['[1, 2}', 1, 6],
  ['{"a": [1, 2', 1, 12],
]

for (const [text, line, column] of places) {
  test(`JSON problem: ${JSON.stringify(text)} is invalid at ${line}:${column}`, () => {
    assert.deepEqual(findJsonProblem(text), { line, column })
  })
}

test('JSON problem: agrees with JSON.parse about every damage of a text by one character', () => {
  const whole = '{"a":[1,-2.5e3,true,null,{}],"b\\u00e9":"x\\n","c":{"d":[]}}'
  for (let at = 0; at < whole.length; at++) {
    for (const put of ['', ',', '"', '}', ']', ':', '0', 'e', '-', '\\', '\n', ' ']) {
      const damaged = whole.slice(0, at) + put + whole.slice(at + 1)
      assert.equal(findJsonProblem(damaged) === undefined, isJson(damaged), damaged)
    }
  }
})

test('JSON problem: a million open brackets are rejected without a crash', () => {
  assert.deepEqual(findJsonProblem('['.repeat(1_000_000)), { line: 1, column: 1_000_001 })
})

function isJson(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}
