import assert from 'node:assert/strict'
import { mkdir, mkdtempDisposable, readdir, readFile, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { test } from 'node:test'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { runOrThrow } from '#kit/process/subprocess.ts'
import { buildBundle } from './build-bundle.ts'
import { freshBundle } from './fresh-bundle.ts'
import { takeMovedBundle } from './moved-bundle.ts'

/** A checkout with a server of three modules, one of them loaded later. */
async function smallCheckout() {
  const folder = await mkdtempDisposable(join(tmpdir(), 'berth-bundle-'))
  const write = async (path: string, text: string) => {
    const file = join(folder.path, path)
    await mkdir(dirname(file), { recursive: true })
    await writeFile(file, text)
  }
  const parts = ['build-bundle', 'one-byte-text', 'own-import-meta', 'start-chunks']
  for (const name of parts) await write(`server/bundle/${name}.ts`, '')
  await write('package.json', '{ "type": "module", "imports": { "#kit/*": "./kit/*" } }')
  await write('package-lock.json', '{}')
  await write('node_modules/semver/package.json', '{ "main": "semver.mjs", "version": "1.0.0" }')
  await write('node_modules/semver/semver.mjs', 'export const packaged = true')
  await write('kit/here.ts', 'export const here = [import.meta.dirname, import.meta.filename]\n')
  await write('kit/words.json', '["one"]')
  await write('server/late.ts', "export function late() {\n  throw new TypeError('too late')\n}\n")
  await write(
    'server/server-main.ts',
    [
      "import { here } from '#kit/here.ts'",
      "export { packaged } from 'semver'",
      "import words from '#kit/words.json' with { type: 'json' }",
      'export const text: string = "import.meta.dirname"',
      'export const places = [...here, import.meta.url, ...words]',
      "export const fail = async () => (await import('./late.ts')).late()",
    ].join('\n'),
  )
  return { folder, root: folder.path, write, build: () => buildBundle(folder.path) }
}

test('bundle: modules find files beside their sources, and text is left alone', async () => {
  const { folder, root, build } = await smallCheckout()
  await using _ = folder
  await build()
  const bundle = freshBundle(root) ?? ''
  assert.match(bundle, /server\/dist\/build-\w+\/server-main\.mjs$/)
  const { places, text } = await import(bundle)
  assert.deepEqual(places, [
    join(root, 'kit'),
    join(root, 'kit/here.ts'),
    pathToFileURL(join(root, 'server/server-main.ts')).href,
    'one',
  ])
  assert.equal(text, 'import.meta.dirname')
})

/** Node's own errors, and one that is no error of a class. */
const heads = `for (const act of [() => Buffer.alloc('1'), () => new URL('?'), () => structuredClone(() => {})])
  try { act() } catch (error) { console.log(error.stack.split('\\n')[0]) }`

test('bundle: stack traces name the sources, of parts that are loaded later too', async () => {
  const { folder, root, build } = await smallCheckout()
  await using _ = folder
  await build()
  const run = async (program: string) => {
    const command = [process.execPath, '--input-type=module', '--eval', program] as const
    return (await runOrThrow([...command])).trimEnd().split('\n')
  }
  const positions = join(import.meta.dirname, 'source-positions.ts')
  const lines = await run(`import { showSourcePositions } from '${positions}'
    const bundle = '${freshBundle(root)}'
    showSourcePositions(bundle)
    ${heads}
    const { fail } = await import(bundle)
    await fail().catch((error) => console.log(error.stack))`)
  assert.deepEqual(lines.slice(0, 3), await run(heads))
  assert.equal(lines[3], 'TypeError: too late')
  assert.match(lines[4] ?? '', /^ {4}at (Module\.)?late \(file:.*\/server\/late\.ts:2:\d+\)$/)
  assert.match(lines[5] ?? '', /at (async )?fail \(file:.*\/server\/server-main\.ts:6:\d+\)$/)
})

test('bundle: one is stale once a source, a package or the build has changed, and old ones go', async () => {
  const { folder, root, write, build } = await smallCheckout()
  await using _ = folder
  assert.equal(freshBundle(root), undefined)
  const changes = {
    'kit/here.ts': 'export const here: string[] = []',
    'kit/words.json': '["two"]',
    'server/late.ts': 'export const late = () => {}',
    'node_modules/semver/package.json': '{ "main": "semver.mjs", "version": "1.0.10" }',
    'server/bundle/own-import-meta.ts': '// Another way.',
  }
  for (const [path, text] of Object.entries(changes)) {
    await build()
    assert.ok(freshBundle(root))
    await write(path, text)
    assert.equal(freshBundle(root), undefined, path)
  }
  const later = new Date(Date.now() + 60_000)
  await utimes(join(root, 'kit/here.ts'), later, later)
  await build()
  assert.equal(freshBundle(root), undefined, 'a source that was changed during the build')
  await utimes(join(root, 'kit/here.ts'), 1, 1)
  for (let round = 0; round < 6; round++) {
    await write('server/late.ts', `export const late = () => console.log(${round})`)
    await build()
  }
  const names = await readdir(join(root, 'server/dist'))
  assert.equal(names.length, 6, 'five builds and the file that names the current')
  const current = dirname(fileURLToPath(freshBundle(root) ?? ''))
  assert.ok(names.some((name) => current.endsWith(name)))
})

test('bundle: one that was built elsewhere is taken if all that it was made from is the same here', async () => {
  const { folder, root, write, build } = await smallCheckout()
  await using _ = folder
  assert.equal(await takeMovedBundle(root), false, 'there is none')
  await build()
  const built = freshBundle(root)
  // A copy, and packages that are installed again, have other times.
  for (const path of ['kit/here.ts', 'node_modules/semver/package.json'])
    await utimes(join(root, path), 1, 1)
  assert.equal(freshBundle(root), undefined)
  assert.equal(await takeMovedBundle(root), true)
  assert.equal(freshBundle(root), built)
  await write('node_modules/semver/package.json', '{ "version": "2.0.0" }')
  assert.equal(await takeMovedBundle(root), false)
  assert.equal(freshBundle(root), undefined)
})

test('bundle: that of a release names no sources, and is used without comparing any', async () => {
  const { folder, root, write, build } = await smallCheckout()
  await using _ = folder
  await build()
  const file = join(root, 'server/dist/current.json')
  const { folder: name } = JSON.parse(await readFile(file, 'utf8'))
  await write('server/dist/current.json', JSON.stringify({ folder: name, inputs: {} }))
  await write('kit/words.json', '["two"]')
  assert.match(freshBundle(root) ?? '', new RegExp(`${name}/server-main\\.mjs$`))
})

test('bundle: what every start loads is in two files, however its modules are shared', async () => {
  const { folder, root, write, build } = await smallCheckout()
  await using _ = folder
  const exported = (...names: string[]) => names.map((name) => `export * from '#kit/${name}.ts'\n`)
  for (const name of ['one', 'two', 'three'])
    await write(`kit/${name}.ts`, `export const ${name} = '${name}… 🚢'`)
  const loadLater = "export const load = () => import('./compose.ts')\n"
  const loadLast = "export const last = () => import('./late.ts')\n"
  await write('server/server-main.ts', [...exported('one'), loadLater].join(''))
  await write('server/compose.ts', [...exported('one', 'two'), loadLast].join(''))
  await write('server/late.ts', exported('one', 'two', 'three').join(''))
  await build()
  const bundle = freshBundle(root) ?? ''
  const parts = (await readdir(dirname(fileURLToPath(bundle)))).filter((name) =>
    /\.mjs$/.test(name),
  )
  const kinds = parts.map((name) => name.replace(/-[\w-]{8}\.mjs$/, ''))
  assert.deepEqual(kinds.sort(), ['late', 'server', 'server-main.mjs'])
  const { one, load } = await import(bundle)
  const { two, last } = await load()
  const { three } = await last()
  assert.deepEqual([one, two, three], ['one… 🚢', 'two… 🚢', 'three… 🚢'])
  for (const part of parts) {
    const text = await readFile(new URL(part, bundle), 'utf8')
    assert.doesNotMatch(text, /[^\0-\x7f]/, 'V8 keeps it in one byte for each character')
  }
})

test('bundle: what a bundle cannot keep of import.meta is an error', async () => {
  const { folder, write, build } = await smallCheckout()
  await using _ = folder
  await write('kit/here.ts', "export const here = [import.meta.resolve('./a.ts')]\n")
  await assert.rejects(build(), /kit\/here\.ts uses import\.meta\.resolve/)
})
