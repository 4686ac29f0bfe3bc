import assert from 'node:assert/strict'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { licenceDocument } from './licence-document.ts'
import { readLock, resolvePackage } from './lock-packages.ts'

const root = mkdtempSync(join(tmpdir(), 'berth-licences-'))
after(() => rmSync(root, { recursive: true }))

/** Installs packages, with the fields of their manifests and their files. */
async function installed(
  packages: Record<string, { manifest?: object; lock?: object; files?: Record<string, string> }>,
) {
  rmSync(join(root, 'node_modules'), { recursive: true, force: true })
  const entries: Record<string, object> = { '': { dependencies: { a: '1' } } }
  for (const [path, { manifest = {}, lock = {}, files }] of Object.entries(packages)) {
    entries[path] = { version: '1.0.0', ...lock }
    if (!files) continue
    mkdirSync(join(root, path), { recursive: true })
    writeFileSync(join(root, path, 'package.json'), JSON.stringify(manifest))
    for (const [name, text] of Object.entries(files)) writeFileSync(join(root, path, name), text)
  }
  writeFileSync(join(root, 'package-lock.json'), JSON.stringify({ packages: entries }))
  return (await readLock(root)).packages
}

test('licences: each text is there once, with the packages that it covers and their notices', async () => {
  const MIT = { license: 'MIT' }
  const packages = await installed({
    'node_modules/b': { lock: MIT, files: { LICENSE: 'Free for all\r\n' } },
    'node_modules/a': { lock: MIT, files: { 'license.md': 'Free for all', 'licence.js': 'no()' } },
    'node_modules/@c/d': { lock: MIT, files: { LICENSE: 'Other', 'NOTICE.txt': 'By Ada' } },
  })
  const text = await licenceDocument(root, 'Shop', packages)
  const [head, ...parts] = text.split(/\n\n-{80}\n\n/)
  assert.match(head ?? '', /^Licences of third parties\n\nShop contains/)
  assert.deepEqual(parts, [
    '@c/d 1.0.0 (MIT)\n\nOther\n\nBy Ada',
    'a 1.0.0 (MIT)\nb 1.0.0 (MIT)\n\nFree for all\n',
  ])
})

test('licences: a package that declares a licence and ships no text is named so, by the older form of manifests too', async () => {
  const packages = await installed({
    'node_modules/a': { manifest: { licenses: [{ type: 'ISC' }], author: 'Ada' }, files: {} },
  })
  assert.match(
    await licenceDocument(root, 'Shop', packages),
    /a 1\.0\.0 \(ISC\)\n\nThe package declares the licence ISC, its author is Ada, and comes without/,
  )
})

test('licences: a package without any is an error, one of another system is left out', async () => {
  const mine = { 'node_modules/mine': { files: {} } }
  await assert.rejects(licenceDocument(root, 'Shop', await installed(mine)), /no licence: .*mine/)
  const optional = await installed({ 'node_modules/windows': { lock: { optional: true } } })
  assert.doesNotMatch(await licenceDocument(root, 'Shop', optional), /windows/)
  const gone = await installed({ 'node_modules/gone': {} })
  await assert.rejects(licenceDocument(root, 'Shop', gone), /gone is not installed/)
})

test('lock file: tells production from development, and finds packages as Node does', async () => {
  const packages = await installed({
    'node_modules/a': { lock: { dependencies: { b: '2', c: '1' } } },
    'node_modules/a/node_modules/b': { lock: { version: '2.0.0', name: 'alias' } },
    'node_modules/b': {},
    'node_modules/c': { lock: { dev: true } },
    'node_modules/d': { lock: { link: true, version: undefined } },
  })
  assert.deepEqual(
    packages.map(({ name, isProduction }) => [name, isProduction]),
    [
      ['a', true],
      ['alias', true],
      ['b', true],
      ['c', false],
    ],
  )
  const byPath = new Map(packages.map((one) => [one.path, one]))
  const found = (from: string, name: string) => resolvePackage(byPath, from, name)?.path
  assert.equal(found('node_modules/a', 'b'), 'node_modules/a/node_modules/b')
  assert.equal(found('node_modules/a/node_modules/b', 'c'), 'node_modules/c')
  assert.equal(found('', 'b'), 'node_modules/b')
  assert.equal(found('node_modules/c', 'missing'), undefined)
})
