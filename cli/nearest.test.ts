import assert from 'node:assert/strict'
import { test } from 'node:test'
import { nearest } from './nearest.ts'

test('nearest: a typo finds the intended word', () => {
  const words = ['deploy', 'delete', 'env set', 'env rm']
  assert.equal(nearest('deplyo', words), 'deploy')
  assert.equal(nearest('delet', words), 'delete')
  assert.equal(nearest('env ste', words), 'env set')
})

test('nearest: an unrelated word finds none', () => {
  assert.equal(nearest('frobnicate', ['deploy', 'rm']), undefined)
  assert.equal(nearest('xx', ['rm']), undefined)
})
