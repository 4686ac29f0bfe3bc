import assert from 'node:assert/strict'
import { test } from 'node:test'
import { runOrThrow } from '#kit/process/subprocess.ts'
import { root } from '#tests/laws/source-tree.ts'
import { chooseFiles, isInDepth, testFiles } from './choose-files.ts'

const files = [
  'kit/a.test.ts',
  'kit/a.full.test.ts',
  'server/full.test.ts',
  'tests/cluster/edges.test.ts',
]
const chosen = (options: Partial<Parameters<typeof chooseFiles>[1]>) =>
  chooseFiles(files, { parts: [], isFull: false, isCluster: false, ...options })

test('chosen files: those in breadth without --full, all with it, and those of clusters only with --cluster', () => {
  assert.deepEqual(chosen({}), ['kit/a.test.ts', 'server/full.test.ts'])
  assert.deepEqual(chosen({ isFull: true }), files.slice(0, 3))
  assert.deepEqual(chosen({ isCluster: true }), files.slice(3))
})

test('chosen files: a part of a path chooses all that have it, those in depth too', () => {
  assert.deepEqual(chosen({ parts: ['kit/'] }), files.slice(0, 2))
  assert.deepEqual(chosen({ parts: ['edges'] }), [])
  assert.deepEqual(chosen({ parts: ['edges'], isCluster: true }), files.slice(3))
})

test('chosen files: every file of this checkout is run by --full or by --cluster, and some only by those', () => {
  const all = testFiles()
  const by = (isFull: boolean, isCluster: boolean) =>
    chooseFiles(all, { parts: [], isFull, isCluster })
  assert.deepEqual([...by(true, false), ...by(true, true)].sort(), all)
  assert.deepEqual([...by(false, false), ...all.filter(isInDepth)].sort(), by(true, false))
  assert.ok(all.filter(isInDepth).length > 20)
})

test('chosen files: no file of tests that Git knows is left out', async () => {
  const listed = await runOrThrow(['git', '-C', root, 'ls-files', '*.test.ts'])
  const all = new Set(testFiles())
  assert.deepEqual(
    listed.split('\n').filter((path) => path !== '' && !all.has(path)),
    [],
  )
})
