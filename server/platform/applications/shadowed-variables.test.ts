import assert from 'node:assert/strict'
import { test } from 'node:test'
import { describeShadowed } from './shadowed-variables.ts'

test('variables of a second add-on that a first one gives are told, those that the owner has set are not', () => {
  const first = { title: 'the add-on db', variables: { URI: '1', HOST: 'a', PORT: '1' } }
  const second = { title: 'the add-on db2', variables: { URI: '2', HOST: 'b', OTHER: 'x' } }
  assert.deepEqual(describeShadowed([first, second], { HOST: 'own' }), [
    'Not used from the add-on db2: URI. The values of the add-on db win.',
  ])
  assert.deepEqual(describeShadowed([first], {}), [])
})

test('a long list of shadowed variables is cut', () => {
  const variables = Object.fromEntries(Array.from('ABCDEFG', (name) => [name, '']))
  const sources = ['one', 'two'].map((title) => ({ title, variables }))
  assert.deepEqual(describeShadowed(sources, {}), [
    'Not used from two: A, B, C, D, E and 2 more. The values of one win.',
  ])
})
