import assert from 'node:assert/strict'
import { posix } from 'node:path'
import { test } from 'node:test'
import { root } from '#tests/laws/source-tree.ts'
import { createCliPackage } from './cli-package.ts'
import { packageFiles } from './package-files.ts'
import { plainJavascript } from './plain-javascript.ts'

test('CLI package: contains the tool and its imports, and nothing else of the checkout', async () => {
  const files = await packageFiles(root)
  const paths = files.map(({ path }) => path.replace(/^package\//, ''))
  assert.deepEqual(
    paths.filter((path) => !/^(cli|client|kit|protocol)\/[\w/-]+\.js$/.test(path)),
    [
      ...['package.json', 'release.json', 'LICENSE', 'bin/berth.js'],
      ...['packages/valibot.js', 'packages/valibot.LICENSE.md'],
      ...['packages/ws.js', 'packages/ws/package.json', 'packages/ws/LICENSE'],
      'packages/ws/wrapper.mjs',
      ...paths.filter((path) => /^packages\/ws\/lib\/[\w-]+\.js$/.test(path)),
    ],
  )
  assert.ok(!paths.some((path) => path.includes('.test.')))
  for (const { path, content } of files.filter((file) => file.path.endsWith('.js'))) {
    const text = content.toString()
    assert.doesNotMatch(text, /\.ts['"]/, path)
    for (const [, name = ''] of text.matchAll(/\bfrom ['"]([.#][^'"]+)['"]/g)) {
      const file = name.startsWith('#')
        ? name.slice(1)
        : posix.join(posix.dirname(path.replace(/^package\//, '')), name)
      assert.ok(paths.includes(file), `${path} imports ${name}`)
    }
  }
})

test('CLI package: is made once, reproducibly', async () => {
  const get = createCliPackage(root)
  const [one, two] = await Promise.all([get(), get()])
  assert.equal(one, two)
  assert.deepEqual(await createCliPackage(root)(), one)
  assert.ok(one.length < 500_000, `${one.length} bytes`)
})

test('CLI package: types are stripped, and own imports lead to JavaScript', () => {
  const source = `import type { A } from '#kit/a.ts'
import { b, type C } from './b.ts'
import { d } from 'node:fs'
import * as v from 'valibot'
export { e } from '#kit/e.ts'
const text: string = "from './not-an-import.ts and more"
const late = await import('./late.ts')
`
  const { code, imports, packages } = plainJavascript(source)
  assert.deepEqual(imports, ['./b.ts', '#kit/e.ts', './late.ts'])
  assert.deepEqual(packages, ['valibot'])
  assert.match(code, /^import \* as v from '#packages\/valibot\.js'$/m)
  assert.match(code, /^import \{ b, +\} from '.\/b\.js'$/m)
  assert.match(code, /from '#kit\/e\.js'/)
  assert.match(code, /import\('.\/late\.js'\)/)
  assert.match(code, /not-an-import\.ts and more/)
  assert.doesNotMatch(code, /#kit\/a|: string|\bC\b/)
})

test('CLI package: a checkout without the tool is an error, and the next request retries', async () => {
  const get = createCliPackage('/nonexistent')
  await assert.rejects(get(), /ENOENT/)
  await assert.rejects(get(), /ENOENT/)
})
