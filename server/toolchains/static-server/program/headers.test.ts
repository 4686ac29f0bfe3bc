import assert from 'node:assert/strict'
import { test } from 'node:test'
import { cacheControl } from './cache-control.ts'
import { acceptedEncodings, isCompressible } from './encodings.ts'

const namesFor = (header: string | undefined) => acceptedEncodings(header).map(({ name }) => name)

test('encodings: those that the visitor accepts, the best first', () => {
  assert.deepEqual(namesFor('gzip, deflate, br, zstd'), ['br', 'gzip'])
  assert.deepEqual(namesFor('gzip;q=1.0, br;q=0'), ['gzip'])
  assert.deepEqual(namesFor('*'), ['br', 'gzip'])
  assert.deepEqual(namesFor('GZIP'), ['gzip'])
  for (const header of [undefined, '', 'identity', 'identity, *;q=0', 'br;q=junk']) {
    assert.deepEqual(namesFor(header), [], header)
  }
})

test('encodings: text is compressed, pictures and archives are not', () => {
  for (const type of [
    'text/html; charset=utf-8',
    'text/javascript; charset=utf-8',
    'application/javascript',
    'application/json; charset=utf-8',
    'application/manifest+json; charset=utf-8',
    'application/rss+xml',
    'application/wasm',
    'image/svg+xml',
    'font/ttf',
  ]) {
    assert.ok(isCompressible(type), type)
  }
  for (const type of [
    'image/png',
    'font/woff2',
    'video/mp4',
    'application/zip',
    'application/pdf',
  ]) {
    assert.ok(!isCompressible(type), type)
  }
})

test('cache control: only names that change with their content are kept without asking', () => {
  const isKept = (path: string) => cacheControl(path, ['assets', '_app/x']).includes('immutable')
  for (const path of [
    'app.3f9a0c12.js',
    'css/main-0a1b2c3d4e5f.min.css',
    'assets/index-BxK3d9aQ.js',
    '_app/x/y/z.js',
  ]) {
    assert.ok(isKept(path), path)
  }
  for (const path of [
    'index.html',
    'assets/page.html',
    'app.js',
    'report-20240101.pdf',
    'a-deadbeef.js',
    'admin-settings.js',
    'assets.js',
    '3f9a0c12.js',
    'a.3f9a0c12',
  ]) {
    assert.ok(!isKept(path), path)
  }
})
