import assert from 'node:assert/strict'
import { test } from 'node:test'
import { commandText, shortText } from './command-text.ts'

test('a command is one line', () => {
  assert.equal(commandText(['node', 'a b', 'x\ny']), 'node "a b" "x\\ny"')
})

test('a command is known by its words, or by the text for its shell', () => {
  assert.equal(shortText(['node', 'worker.js']), 'node worker.js')
  assert.equal(shortText(['sh', '-c', 'export ROOT="$PWD"\n$ROOT/job.sh\n']), '$ROOT/job.sh')
  assert.equal(shortText(['sh', '-c', `a\x1b[0m\t${'b'.repeat(100)}`]), `a [0m ${'b'.repeat(74)}…`)
})
