import assert from 'node:assert/strict'
import { test } from 'node:test'
import { pagesIn, pageWarnings } from './addon-pages.ts'

test('add-on pages: are those that the manifest lists and this version knows', () => {
  assert.deepEqual(pagesIn({ api: { pages: ['files', 'data', 'graphs', 7] } }), ['data', 'files'])
  assert.deepEqual(pagesIn({ api: { pages: [] } }), [])
})

test('add-on pages: of a manifest that does not say there is the one of back-ups', () => {
  for (const manifest of [{ api: {} }, {}, undefined, { api: { pages: 'data' } }])
    assert.deepEqual(pagesIn(manifest), ['backups'])
})

test('add-on pages: one that is unknown, or only of the platform itself, is a warning', () => {
  assert.deepEqual(pageWarnings(undefined), [])
  assert.deepEqual(pageWarnings(['data', 'files', 'backups']), [])
  assert.deepEqual(
    pageWarnings(['data', 'graphs', 'values']).map(({ path, severity }) => [path, severity]),
    [
      ['api.pages[1]', 'warning'],
      ['api.pages[2]', 'warning'],
    ],
  )
  assert.equal(pageWarnings('data').length, 1)
})
