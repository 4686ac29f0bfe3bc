import assert from 'node:assert/strict'
import { test } from 'node:test'
import { commandText, shortText } from './command-text.ts'

test('command text: is one line', () => {
  assert.equal(commandText(['node', 'a b', 'x\ny']), 'node "a b" "x\\ny"')
})

test('command text: the short form is the words, or the script given to a shell', () => {
  assert.equal(shortText(['node', 'worker.js']), 'node worker.js')
  assert.equal(shortText(['sh', '-c', 'export ROOT="$PWD"\n$ROOT/job.sh\n']), '$ROOT/job.sh')
  assert.equal(shortText(['sh', '-c', `a\x1b[0m\t${'b'.repeat(100)}`]), `a [0m ${'b'.repeat(74)}…`)
})
