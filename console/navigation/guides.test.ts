import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import { test } from 'node:test'
import { guides } from './guides.ts'

test('guides: every page of the documentation that the console links to exists', () => {
  for (const guide of guides)
    assert.ok(existsSync(new URL(`../../docs/${guide}.md`, import.meta.url)), guide)
})
