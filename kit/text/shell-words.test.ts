import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ShellWordsError, splitShellWords } from './shell-words.ts'

for (const [text, words] of [
  ['', []],
  [' \t\n', []],
  ['stage', ['stage']],
  [' clean  stage ', ['clean', 'stage']],
  ['"project web" stage', ['project web', 'stage']],
  ["-Da='x y'z", ['-Da=x yz']],
  ["''", ['']],
  ['""a', ['a']],
  ['a\\ b', ['a b']],
  ['"a\\"b\\\\c\\d"', ['a"b\\c\\d']],
  ["'a\\'", ['a\\']],
  ['a\\\nb', ['ab']],
  ['"a\\\nb"', ['ab']],
  ['$HOME *.x `id` ; a|b', ['$HOME', '*.x', '`id`', ';', 'a|b']],
] as const) {
  test(`shell words: ${JSON.stringify(text)}`, () => {
    assert.deepEqual(splitShellWords(text), words)
  })
}

test('shell words: what is not closed is said', () => {
  for (const text of ['"', "'", 'a "b', "it's", '\\', '"\\"']) {
    assert.throws(() => splitShellWords(text), ShellWordsError, text)
  }
})

test('shell words: a long hostile text takes linear time', () => {
  assert.equal(splitShellWords('"a" '.repeat(100_000)).length, 100_000)
  assert.throws(() => splitShellWords(`${'\\"'.repeat(100_000)}"`), ShellWordsError)
})
