import assert from 'node:assert/strict'
import { test } from 'node:test'
import { UnusableFolder } from './disk/data-folder.ts'
import { explainStart } from './explain.ts'

test('trouble while the parts are closed again does not hide why the start failed', () => {
  const error = new SuppressedError(new Error('the router is gone'), new UnusableFolder('no room'))
  assert.deepEqual(explainStart(error), ['no room'])
})
