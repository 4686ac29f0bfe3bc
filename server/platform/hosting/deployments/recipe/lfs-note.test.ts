import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Source } from '#platform/model/hosting/deployments/source.ts'
import { lfsNotes } from './lfs-note.ts'

const sourceOf = (attributes: string | undefined, pointers: string[]): Source => ({
  commit: '1'.repeat(40),
  read: async (path) => (path === '.gitattributes' ? attributes : undefined),
  list: async () => [],
  extract: async () => {},
  lfsPointers: async () => pointers,
})

test('Git LFS: a commit with pointers is told which files they are, and what to do', async () => {
  const paths = ['a.png', 'b c.png', '3', '4', '5', '6', '7']
  const [note] = await lfsNotes(sourceOf('*.png filter=lfs diff=lfs -text', paths))
  assert.match(note ?? '', /in the place of "a\.png", "b c\.png", "3", "4", "5" and 2 more:/)
  assert.match(note ?? '', /git lfs migrate export.*CC_PRE_BUILD_HOOK/)
})

test('Git LFS: a commit that does not use it is not searched, and one without pointers has no note', async () => {
  assert.deepEqual(await lfsNotes(sourceOf(undefined, ['a'])), [])
  assert.deepEqual(await lfsNotes(sourceOf('*.png binary', ['a'])), [])
  assert.deepEqual(await lfsNotes(sourceOf('* filter=lfs', [])), [])
})
