import assert from 'node:assert/strict'
import { test } from 'node:test'
import { checkManifest } from '#protocol/manifest/manifest.ts'
import { firstManifest, parseManifest } from './first-manifest.ts'

test('first manifest: has no error, and other secrets each time', () => {
  const text = firstManifest()
  const { problems } = checkManifest(parseManifest(text))
  assert.deepEqual(problems, [])
  assert.notEqual(text, firstManifest())
})

test('manifest: what is not JSON has no value', () => {
  assert.equal(parseManifest('{ "id": '), undefined)
})
