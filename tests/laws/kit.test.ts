import assert from 'node:assert/strict'
import { test } from 'node:test'
import { idlePermits, kitBreaches } from './kit-law.ts'
import { sourceTree } from './source-tree.ts'

test('kit: names no noun of the product', () => {
  assert.deepEqual(kitBreaches(sourceTree()), [])
})

test('kit law: every permit is needed', () => {
  assert.deepEqual(idlePermits(sourceTree()), [])
})

test('kit law: finds a noun in paths, comments and identifiers, and nothing in other words', () => {
  const breaches = (text: string, path = 'kit/a.ts') => kitBreaches([{ path, text }]).length
  for (const text of ['// An add-on.', 'const maxInstances = 1', 'type ApplicationId = string'])
    assert.equal(breaches(text), 1, text)
  assert.equal(breaches('', 'kit/net/addons-address.ts'), 1)
  for (const text of ['x instanceof Y', "'application/json'", '// applied to a tenant'])
    assert.equal(breaches(text), 0, text)
  assert.equal(breaches('// An add-on.', 'server/a.ts'), 0)
  assert.equal(breaches('// An add-on.', 'kit/a.test.ts'), 0)
})
