import assert from 'node:assert/strict'
import { test } from 'node:test'
import { toldSource } from './submitted-source.ts'

const names = ['web/server.js', 'package.json', 'web/lib/one.js', 'web-old/x', 'web/lib/two.js']

test('partial source: folders are listed from the paths alone', async () => {
  const source = toldSource({ names, contents: new Map() })
  assert.deepEqual(await source.list(''), ['package.json', 'web-old/', 'web/'])
  assert.deepEqual(await source.list('web'), ['lib/', 'server.js'])
  assert.deepEqual(await source.list('./web/lib/'), ['one.js', 'two.js'])
  assert.deepEqual(await source.list('we'), [])
  assert.deepEqual(await source.list('package.json'), [])
})

test('partial source: a read of a file without content is recorded as wanted; a missing file is not', async () => {
  const source = toldSource({ names, contents: new Map([['package.json', '{}']]) })
  assert.equal(await source.read('package.json'), '{}')
  assert.equal(await source.read('./web//server.js'), undefined)
  assert.equal(await source.read('yarn.lock'), undefined)
  assert.equal(await source.read('web'), undefined)
  assert.equal(await source.read('__proto__'), undefined)
  assert.deepEqual([...source.wanted], ['web/server.js'])
})
