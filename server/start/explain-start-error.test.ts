import assert from 'node:assert/strict'
import { test } from 'node:test'
import { UnusableFolderError } from './disk/data-folder.ts'
import { explainStart } from './explain-start-error.ts'

test('start errors: an error while closing does not hide why the start failed', () => {
  const error = new SuppressedError(
    new Error('the router is gone'),
    new UnusableFolderError('no room'),
  )
  assert.deepEqual(explainStart(error), ['no room'])
})
