import assert from 'node:assert/strict'
import { test } from 'node:test'
import { describeShadowed } from './gather-environment.ts'

test('shadowed variables: those of a second add-on are reported, those set by the owner are not', () => {
  const first = { title: 'the add-on db', variables: { URI: '1', HOST: 'a', PORT: '1' } }
  const second = { title: 'the add-on db2', variables: { URI: '2', HOST: 'b', OTHER: 'x' } }
  assert.deepEqual(describeShadowed([first, second], { HOST: 'own' }), [
    'Not used from the add-on db2: URI. The values of the add-on db win.',
  ])
  assert.deepEqual(describeShadowed([first], {}), [])
})

test('shadowed variables: a long list is truncated', () => {
  const variables = Object.fromEntries(Array.from('ABCDEFG', (name) => [name, '']))
  const sources = ['one', 'two'].map((title) => ({ title, variables }))
  assert.deepEqual(describeShadowed(sources, {}), [
    'Not used from two: A, B, C, D, E and 2 more. The values of one win.',
  ])
})
