import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { before, test } from 'node:test'
import { importsOf, resolveImport, root } from '#tests/laws/source-tree.ts'
import { productionPackages } from './production-packages.ts'
import { releaseFiles } from './release-files.ts'

let files: string[]
before(async () => {
  files = await releaseFiles(root)
})

test('release: every file that a file of it imports is in it, and every package', async () => {
  const paths = new Set(files)
  const packages = new Set((await productionPackages(root, 'x64')).map(({ name }) => name))
  const missing: string[] = []
  for (const path of files.filter((each) => each.endsWith('.ts'))) {
    const text = await readFile(join(root, path), 'utf8')
    for (const specifier of importsOf({ path, text: withoutTypeImports(text) })) {
      if (specifier.startsWith('node:')) continue
      const target = resolveImport(path, specifier)
      const name = specifier.split('/', specifier.startsWith('@') ? 2 : 1).join('/')
      if (target === undefined ? !packages.has(name) : !paths.has(target))
        missing.push(`${path} imports ${specifier}`)
    }
  }
  assert.deepEqual(missing, [])
})

/** Node strips them before it looks for a file. */
const withoutTypeImports = (text: string) =>
  text
    .replace(/^(import|export) type [^'"]*?from '[^']*'$/gm, '')
    .replace(/import\('[^']*'\)\.\w/g, '')

test('release: has programs, pages and the examples that are offered, and nothing that developers run', () => {
  for (const path of [
    'bin/berth-server',
    'server/main.ts',
    'server/stores/migrations/0001-first-push.sql',
    'kit/process/close-descriptors.pl',
    'docs/operating.md',
    'examples/hello/package.json',
    'examples/jar/src/hello/Hello.java',
  ])
    assert.ok(files.includes(path), path)
  for (const path of ['server/bundle/build-bundle.ts', 'console/main.tsx', 'package-lock.json'])
    assert.ok(!files.includes(path), path)
  assert.deepEqual(
    files.filter((path) =>
      /\.(test|contract)\.ts$|^(tests|bench|packaging)\/|^examples\/.*\/expected-/.test(path),
    ),
    [],
  )
})
