import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isVolumeVariable, overlapOf, parseVolume, wantedVolumes } from './volume.ts'

test('volumes: a value is a path in the folder of the application and a host', () => {
  const host = 'bucket-1-fsbucket.services.internal'
  for (const [given, path] of [
    [`/storage:${host}`, 'storage'],
    [`storage/:${host}`, 'storage'],
    [`/app/storage/files:${host}:async`, 'app/storage/files'],
    [` /öl und essig:${host} `, 'öl und essig'],
  ] as const)
    assert.deepEqual(parseVolume(given), { path, host }, given)
})

test('volumes: a path never leads out of the folder of the application, and is not that', () => {
  const host = 'b.internal'
  for (const path of [
    '',
    '/',
    '//',
    '..',
    '/../etc',
    'a/../..',
    'a/./b',
    'a//b',
    '.',
    'a\nb',
    'a\0b',
  ])
    assert.equal(parseVolume(`${path}:${host}`), undefined, JSON.stringify(path))
  assert.equal(parseVolume(`${'x'.repeat(256)}:${host}`), undefined)
  assert.equal(parseVolume(`${'x/'.repeat(30)}x:${host}`), undefined)
  for (const value of [
    '',
    'storage',
    'storage:',
    ':b',
    'a:b:c',
    'a:b:async:async',
    'a:-x',
    'a:b c',
  ])
    assert.equal(parseVolume(value), undefined, value)
})

test('volumes: variables are taken by number, and empty ones ask for nothing', () => {
  const given = {
    CC_FS_BUCKET_10: 'c:h',
    CC_FS_BUCKET_2: 'b:h',
    CC_FS_BUCKET: 'a:h',
    CC_FS_BUCKET_3: ' ',
    CC_FS_BUCKET_X: 'd:h',
  }
  const names = wantedVolumes(given, Error).map(({ path }) => path)
  assert.deepEqual(names, ['a', 'b', 'c'])
  assert.equal(isVolumeVariable('CC_FS_BUCKET_X'), false)
  assert.throws(() => wantedVolumes({ CC_FS_BUCKET: '..:h' }, Error), /^Error: CC_FS_BUCKET$/)
})

test('volumes: no two of them are mounted in each other', () => {
  const at = (...paths: string[]) => paths.map((path) => ({ variable: path, path, host: 'h' }))
  assert.equal(overlapOf(at('a', 'b', 'ab')), undefined)
  for (const paths of [
    ['a', 'a'],
    ['a', 'a/b'],
    ['a/b', 'a'],
  ])
    assert.ok(overlapOf(at(...paths)), paths.join())
})
