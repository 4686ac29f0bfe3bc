import assert from 'node:assert/strict'
import { test } from 'node:test'
import { toldSource } from './submitted-source.ts'

const names = ['web/server.js', 'package.json', 'web/lib/one.js', 'web-old/x', 'web/lib/two.js']

test('folders are listed from nothing but the paths', async () => {
  const source = toldSource({ names, contents: new Map() })
  assert.deepEqual(await source.list(''), ['package.json', 'web-old/', 'web/'])
  assert.deepEqual(await source.list('web'), ['lib/', 'server.js'])
  assert.deepEqual(await source.list('./web/lib/'), ['one.js', 'two.js'])
  assert.deepEqual(await source.list('we'), [])
  assert.deepEqual(await source.list('package.json'), [])
})

test('what is read and was not told is wanted; what is not there is not', async () => {
  const source = toldSource({ names, contents: new Map([['package.json', '{}']]) })
  assert.equal(await source.read('package.json'), '{}')
  assert.equal(await source.read('./web//server.js'), undefined)
  assert.equal(await source.read('yarn.lock'), undefined)
  assert.equal(await source.read('web'), undefined)
  assert.equal(await source.read('__proto__'), undefined)
  assert.deepEqual([...source.wanted], ['web/server.js'])
})
