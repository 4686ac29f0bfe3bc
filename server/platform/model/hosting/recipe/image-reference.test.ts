import assert from 'node:assert/strict'
import { test } from 'node:test'
import { parseImageReference, pulledName } from './image-reference.ts'

const digest = `sha256:${'a'.repeat(64)}`

test('image reference: registry, name, tag and digest are told apart', () => {
  assert.deepEqual(parseImageReference('registry.example:5000/team/shop:1.2'), {
    name: 'registry.example:5000/team/shop',
    tag: '1.2',
  })
  assert.deepEqual(parseImageReference('busybox'), { name: 'busybox' })
  assert.deepEqual(parseImageReference('localhost/a_b/c:x'), { name: 'localhost/a_b/c', tag: 'x' })
  assert.deepEqual(parseImageReference(`shop:1@${digest}`), { name: 'shop', tag: '1', digest })
})

test('image reference: what a registry would not take is no image', () => {
  for (const text of [
    '',
    '--help',
    '-q/shop',
    'docker-archive:/etc/passwd',
    'https://registry.example/shop',
    'registry.example/Shop',
    'registry.example/../shop',
    'shop:',
    'shop:a:b',
    'shop\nFROM other',
    'shop shop',
    '/shop',
    'shop/',
    'shop@sha256:abc',
    `shop@${digest}@${digest}`,
    `a/${'b'.repeat(500)}`,
  ]) {
    assert.equal(parseImageReference(text), undefined, text)
  }
})

test('image reference: a known digest takes the place of the tag', () => {
  assert.equal(pulledName({ reference: 'shop:1' }), 'shop:1')
  assert.equal(pulledName({ reference: 'shop:1', digest }), `shop@${digest}`)
  assert.equal(pulledName({ reference: `shop:1@${digest}` }), `shop@${digest}`)
})
