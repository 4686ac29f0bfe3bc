import assert from 'node:assert/strict'
import { test } from 'node:test'
import { compare, valid } from 'semver'
import { nodeVersions } from './node-versions.ts'

test('the catalogue holds exact releases, oldest first, for both processors', () => {
  for (const arch of ['x64', 'arm64']) {
    const versions = nodeVersions(arch)
    assert.ok(versions.every((version) => valid(version) === version))
    assert.deepEqual(versions, versions.toSorted(compare))
    assert.ok(versions.includes('22.20.0'))
  }
})

test('a processor that nobody builds Node for has no versions', () => {
  assert.deepEqual(nodeVersions('constructor'), [])
})
