import assert from 'node:assert/strict'
import { test } from 'node:test'
import { compare, gte, valid } from '#kit/text/versions.ts'
import { toolPackages } from '#toolchains/npm/packages.ts'
import catalogue from './catalogue.json' with { type: 'json' }
import { endOfLife, toolVersions } from './catalogue.ts'

for (const [tool, oldest] of [
  ['node', '10.0.0'],
  ['npm', '7.0.0'],
  ['pnpm', '6.0.0'],
  ['yarn', '1.22.0'],
  ['bun', '1.0.0'],
  ['deno', '1.40.0'],
] as const) {
  test(`tool catalogue: contains stable releases of ${tool}, oldest first, for both architectures`, () => {
    for (const arch of ['x64', 'arm64']) {
      const versions = toolVersions(tool, arch)
      assert.ok(versions.length > 0)
      assert.ok(versions.every((version) => valid(version) === version && !version.includes('-')))
      assert.ok(versions.every((version) => gte(version, oldest)))
      assert.deepEqual(versions, versions.toSorted(compare))
      assert.equal(new Set(versions).size, versions.length)
      assert.ok(toolPackages({ arch, avx2: true }).has(tool))
    }
  })
}

test('tool catalogue: contains the default versions', () => {
  for (const arch of ['x64', 'arm64']) {
    assert.ok(toolVersions('node', arch).includes('22.20.0'))
    assert.ok(toolVersions('bun', arch).includes('1.2.23'))
    assert.ok(toolVersions('yarn', arch).includes('1.22.22'))
    assert.ok(toolVersions('yarn', arch).some((version) => gte(version, '4.0.0')))
  }
})

test('tool catalogue: contains the date of its creation', () => {
  assert.match(catalogue.date, /^\d{4}-\d{2}-\d{2}$/)
})

test('tool catalogue: an unknown tool or architecture has no versions', () => {
  assert.deepEqual(toolVersions('node', 'constructor'), [])
  assert.deepEqual(toolVersions('bun', 'mips'), [])
  assert.deepEqual(toolVersions('constructor', 'x64'), [])
  assert.deepEqual(toolVersions('date', 'x64'), [])
})

test('end of life: known for every Node of the catalogue', () => {
  for (const version of [...toolVersions('node', 'x64'), ...toolVersions('node', 'arm64')]) {
    assert.match(endOfLife(version) ?? '', /^20\d\d-\d\d-\d\d$/, `Node ${version}`)
  }
})

test('end of life: is that of the release line', () => {
  assert.equal(endOfLife('16.20.2'), '2023-09-11')
  assert.equal(endOfLife('22.20.0'), '2027-04-30')
  assert.equal(endOfLife('25.1.0'), '2026-06-01')
})

test('end of life: an unknown line or an invalid version has none', () => {
  for (const text of ['99.0.0', '22', 'constructor', '']) assert.equal(endOfLife(text), undefined)
})
