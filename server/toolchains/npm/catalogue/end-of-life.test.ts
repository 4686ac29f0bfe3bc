import assert from 'node:assert/strict'
import { test } from 'node:test'
import { toolVersions } from './catalogue.ts'
import { endOfLife } from './end-of-life.ts'

test('every Node of the catalogue has a day on which its line ends', () => {
  for (const version of [...toolVersions('node', 'x64'), ...toolVersions('node', 'arm64')]) {
    assert.match(endOfLife(version) ?? '', /^20\d\d-\d\d-\d\d$/, `Node ${version}`)
  }
})

test('the end of life is that of the line', () => {
  assert.equal(endOfLife('16.20.2'), '2023-09-11')
  assert.equal(endOfLife('22.20.0'), '2027-04-30')
  assert.equal(endOfLife('25.1.0'), '2026-06-01')
})

test('a line that is not known, and what is no version, has none', () => {
  for (const text of ['99.0.0', '22', 'constructor', '']) assert.equal(endOfLife(text), undefined)
})
