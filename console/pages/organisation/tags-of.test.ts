import assert from 'node:assert/strict'
import { test } from 'node:test'
import { tagsOf } from './tags-of.ts'

test('tags of an organisation: those of applications and add-ons, each once, by name', () => {
  assert.deepEqual(tagsOf(undefined), [])
  assert.deepEqual(
    tagsOf({ applications: [{ tags: ['web', 'Api'] }, { tags: [] }], addons: [{ tags: ['web'] }] }),
    ['Api', 'web'],
  )
})
