import assert from 'node:assert/strict'
import { test } from 'node:test'
import { parseLibraries } from '#kit/process/carried-perl.ts'
import { splitName } from './image-name.ts'
import { inLayerOrder } from './tool-image.ts'

test('tool layers: what many applications share lies lowest, whatever the recipe names first', () => {
  const tools = ['sbt', 'npm', 'bun', 'java', 'node'].map((name) => ({ name, version: '1' }))
  assert.deepEqual(
    inLayerOrder(tools).map(({ name }) => name),
    ['java', 'node', 'npm', 'bun', 'sbt'],
  )
})

test('image name: the port of a registry is no tag', () => {
  assert.deepEqual(splitName('10.0.0.5:5000/berth/tools:node-1'), [
    '10.0.0.5:5000/berth/tools',
    'node-1',
  ])
})

test('carried Perl: its loader and libraries are those that ldd names', () => {
  const text = [
    '\tlinux-vdso.so.1 (0x1)',
    '\tlibc.so.6 => /lib/x86_64-linux-gnu/libc.so.6 (0x2)',
    '\t/lib64/ld-linux-x86-64.so.2 (0x3)',
  ].join('\n')
  assert.deepEqual(parseLibraries(text), {
    loader: '/lib64/ld-linux-x86-64.so.2',
    libraries: ['/lib/x86_64-linux-gnu/libc.so.6'],
  })
  assert.throws(() => parseLibraries('not a dynamic executable'), /loader/)
})
