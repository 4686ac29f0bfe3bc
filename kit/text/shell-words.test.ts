import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ShellWordsError, shellLine, splitShellCommands, splitShellWords } from './shell-words.ts'

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

for (const [script, commands] of [
  ['next start', [['next', 'start']]],
  [
    'npm run build && node dist',
    [
      ['npm', 'run', 'build'],
      ['node', 'dist'],
    ],
  ],
  [
    "svelte-kit sync || echo ''",
    [
      ['svelte-kit', 'sync'],
      ['echo', ''],
    ],
  ],
  ['(cd a; make) | tee log &', [['cd', 'a'], ['make'], ['tee', 'log']]],
  ['echo "a && b" \'c;d\' e\\;f', [['echo', 'a && b', 'c;d', 'e;f']]],
  ['echo "say \\"hi; you\\""', [['echo', 'say "hi; you"']]],
  ['a\nb', [['a'], ['b']]],
  ['', []],
  ['echo "never closed', []],
  ['echo trailing\\', []],
] as const) {
  test(`shell commands: ${JSON.stringify(script)}`, () => {
    assert.deepEqual(splitShellCommands(script), commands)
  })
}

test('shell commands: a hostile script takes linear time', () => {
  const script = `${'a"&"\\;'.repeat(100_000)}`
  assert.ok(splitShellCommands(script).length <= 1)
})

test('shell line: quotes what a shell would read otherwise', () => {
  assert.equal(shellLine(['npm', 'run', '--', 'a b', "it's", '']), "npm run -- 'a b' 'it'\\''s' ''")
})

test('shell line: its words are the given ones', () => {
  const words = ['echo', '$HOME', '*', 'two\nlines', '"', "'", '\\', 'ü', '']
  assert.deepEqual(splitShellWords(shellLine(words)), words)
})
