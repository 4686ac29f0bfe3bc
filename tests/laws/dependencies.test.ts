import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { dependencyBreaches, type Manifest } from './dependencies/dependency-law.ts'
import { root, sourceTree } from './source-tree.ts'

test('dependencies: programs that serve import only what npm ci --omit=dev installs, and nothing else is installed', () => {
  const manifest: Manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  assert.deepEqual(dependencyBreaches(sourceTree(), manifest), [])
})

test('dependency law: detects a package that is missing on a server, and one that nobody imports there', () => {
  const manifest = { dependencies: { hono: '1', react: '1' }, devDependencies: { vite: '1' } }
  const importing = (specifier: string) => ['import { x }', `'${specifier}'`].join(' from ')
  const files = [
    { path: 'server/api/a.ts', text: importing('hono/tiny') },
    { path: 'server/api/a.test.ts', text: importing('vite') },
    { path: 'console/build/a.ts', text: importing('vite') },
    { path: 'console/shell/a.tsx', text: importing('react') },
  ]
  assert.deepEqual(dependencyBreaches(files, manifest), [
    'no program that serves imports react: it is a development dependency',
  ])
  const stray = { path: 'kit/a.ts', text: importing('vite') }
  assert.match(dependencyBreaches([...files, stray], manifest)[0] ?? '', /^kit\/a\.ts imports vite/)
})
