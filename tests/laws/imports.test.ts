import assert from 'node:assert/strict'
import { test } from 'node:test'
import { importBreaches } from './import-law.ts'
import { isTypeScript, sourceTree } from './source-tree.ts'

const from = (...specifiers: string[]) =>
  specifiers.map((specifier) => ['import { x }', `'${specifier}'`].join(' from ')).join('\n')

test('imports: folders import only what they may', () => {
  assert.deepEqual(importBreaches(sourceTree().filter(isTypeScript)), [])
})

test('import law: allows legal imports', () => {
  const files = [
    { path: 'server/platform/a.ts', text: from('#kit/b.ts', './c.ts', 'node:crypto') },
    { path: 'server/api/v2/a.ts', text: from('#platform/b.ts', '#api/http/endpoint.ts') },
    { path: 'server/stores/sql/a.ts', text: from('kysely') },
    {
      path: 'server/compose.ts',
      text: from('#api/a.ts', '#stores/b.ts', './settings/settings.ts'),
    },
    { path: 'cli/a.ts', text: from('#client/b.ts', './c.ts', '#cli/terminal/d.ts') },
    { path: 'kit/a.test.ts', text: from('#engines/b.ts', '#tests/c.ts', 'clever-tools') },
  ]
  assert.deepEqual(importBreaches(files), [])
})

test('import law: detects each kind of forbidden import', () => {
  const strays: [string, string][] = [
    ['server/platform/a.ts', '#stores/sql/b.ts'],
    ['server/platform/a.ts', 'node:child_process'],
    ['server/platform/a.ts', 'kysely'],
    ['kit/a.ts', '#platform/b.ts'],
    ['server/api/a.ts', '#git/b.ts'],
    ['server/api/a.ts', '#engines/b.ts'],
    ['server/engines/a.ts', '#toolchains/b.ts'],
    ['server/runtimes/a.ts', 'node:fs/promises'],
    ['server/git/a.ts', '../kit/b.ts'],
    ['server/main.ts', '#tests/b.ts'],
    ['server/git/a.ts', './b.test.ts'],
    ['server/git/a.ts', '#git/b.ts'],
    ['client/a.ts', '#platform/b.ts'],
    ['cli/a.ts', '#platform/b.ts'],
    ['providers/a.ts', '#client/b.ts'],
    ['console/shell/a.tsx', '#platform/b.ts'],
    ['console/shell/a.tsx', 'node:fs'],
    ['console/shell/a.tsx', 'uplot'],
    ['server/git/a.ts', 'left-pad'],
    ['elsewhere/a.ts', '#kit/b.ts'],
  ]
  for (const [path, specifier] of strays) {
    assert.equal(
      importBreaches([{ path, text: from(specifier) }]).length,
      1,
      `${path} ${specifier}`,
    )
  }
})

test('import law: detects every syntax of an import', () => {
  const stray = `'#stores/b.ts'`
  const ways = [
    ['import type { A }', stray].join(' from '),
    ['import {\n  a,\n  type B,\n}', stray].join(' from '),
    ['export *', stray].join(' from '),
    ['import', stray].join(' '),
    `const a = await import(${stray})`,
    `type A = import(${stray.replaceAll("'", '"')}).A`,
  ]
  for (const text of ways) {
    assert.equal(importBreaches([{ path: 'server/platform/a.ts', text }]).length, 1, text)
  }
})
