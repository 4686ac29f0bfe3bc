import assert from 'node:assert/strict'
import { test } from 'node:test'
import { importCycles } from './cycle-law.ts'
import { isTypeScript, sourceTree } from './source-tree.ts'

test('imports: have no cycles, not even of types', () => {
  assert.deepEqual(importCycles(sourceTree().filter(isTypeScript)), [])
})

test('cycle law: detects cycles of values and of types, across folders', () => {
  const file = (path: string, what: string, target: string) => ({
    path,
    text: [what, `'${target}'`].join(' from '),
  })
  const files = [
    file('kit/a.ts', 'import { b }', './b.ts'),
    file('kit/b.ts', 'import type { C }', '#platform/c.ts'),
    file('server/platform/c.ts', 'export { a }', '#kit/a.ts'),
    file('server/platform/d.ts', 'import { a }', '#kit/a.ts'),
    file('server/platform/e.ts', 'import { e }', './e.ts'),
  ]
  assert.deepEqual(importCycles(files), [
    'kit/a.ts → kit/b.ts → server/platform/c.ts → kit/a.ts',
    'server/platform/e.ts → server/platform/e.ts',
  ])
})
