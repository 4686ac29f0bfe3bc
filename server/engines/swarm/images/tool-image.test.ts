import assert from 'node:assert/strict'
import { test } from 'node:test'
import { scriptsMark } from '#toolchains/toolchains.ts'
import type { PinnedImage } from './image-name.ts'
import { toolTag } from './tool-image.ts'

const below = `registry.example/berth/base@sha256:${'a'.repeat(64)}` as PinnedImage
const script = { name: 'with-mise', version: '1' }

test('tool images: other scripts of the platform in a tool of the same version are another image', () => {
  const tags = ['one', 'two', undefined].map((mark) => toolTag(below, script, mark))
  assert.equal(new Set(tags).size, 3)
  assert.equal(toolTag(below, script, 'one'), tags[0])
})

test('tool images: tools that are scripts or have a launcher of ours are marked by these, others are not', async () => {
  const marks = await Promise.all(
    ['with-mise', 'go-build', 'maven', 'sbt', 'node', 'java'].map((name) => scriptsMark({ name })),
  )
  const found = marks.filter((mark) => mark !== undefined)
  assert.equal(found.length, 4)
  assert.equal(new Set(found).size, 4)
  assert.deepEqual(marks.slice(4), [undefined, undefined])
})
