import assert from 'node:assert/strict'
import { test } from 'node:test'
import { visibleName } from './visible-name.ts'

for (const [name, seen] of [
  ['orders', 'orders'],
  ['日本語 <b>', '日本語 <b>'],
  ['a\u202egnp.exe', 'a\\u{202e}gnp.exe'],
  ['two\nlines', 'two\\u{a}lines'],
  [' ', '" "'],
  ['', '""'],
  ['end ', '"end "'],
] as const) {
  test(`visible name: ${JSON.stringify(name)} is shown as ${seen}`, () =>
    assert.equal(visibleName(name), seen))
}
