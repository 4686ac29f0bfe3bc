import assert from 'node:assert/strict'
import { mkdtemp, rm, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import { filesSource } from '#tests/source-files.ts'
import { findReaders } from './variable-readers.ts'

async function readerOf(
  files: Record<string, string | object>,
  links: Record<string, string> = {},
) {
  const folder = await mkdtemp(join(tmpdir(), 'berth-readers-'))
  try {
    await filesSource(files).extract(folder)
    for (const [path, target] of Object.entries(links)) await symlink(target, join(folder, path))
    return (await findReaders(folder, new AbortController().signal)).any
  } finally {
    await rm(folder, { recursive: true })
  }
}

const lock = '{"packages":{"node_modules/a":{"resolved":"https://r.example/a/-/a-1.0.0.tgz"}}}'
const plain = {
  'package.json': { scripts: { build: 'x', start: 'y' } },
  'package-lock.json': lock,
  '.npmrc': 'save-exact=true\n',
  'node_modules/.package-lock.json': lock,
  'node_modules/a/package.json': { scripts: { prepare: 'not run for what a registry gives' } },
  'node_modules/a/test/package.json': { scripts: { install: 'not a package of its own' } },
  'node_modules/@b/c/package.json': {},
}

describe('readers of variables during an installation', () => {
  test('none, when no package has an install script', async () => {
    assert.equal(await readerOf(plain), undefined)
  })

  const scripts = { postinstall: 'x' }
  for (const [path, content, reader] of [
    ['node_modules/a/package.json', { scripts }, 'the install script of a'],
    ['node_modules/@b/c/package.json', { scripts }, 'the install script of @b/c'],
    ['node_modules/a/node_modules/d/package.json', { scripts }, 'the install script of d'],
    ['node_modules/a/binding.gyp', '{}', 'the install script of a'],
    ['node_modules/.pnpm/e@1/node_modules/e/package.json', { scripts }, 'the install script of e'],
    ['node_modules/a/package.json', '{', 'the install script of a'],
    ['package.json', { scripts: { prepare: 'x' } }, 'an install script of package.json'],
    ['parts/one/package.json', { scripts }, 'an install script of parts/one/package.json'],
    ['.npmrc', 'omit=$WHAT', '.npmrc'],
    ['bunfig.toml', '[install]\nregistry = "$WHERE"', 'bunfig.toml'],
    ['.pnpmfile.cjs', '', '.pnpmfile.cjs'],
    ['.pnp.cjs', '', 'a script of a package'],
    [
      'package-lock.json',
      '{"resolved":"git+ssh://git@h.example/a.git#1"}',
      'a script of a package that comes from Git',
    ],
    [
      'yarn.lock',
      'resolved "https://codeload.github.com/a/b/tar.gz/1"',
      'a script of a package that comes from Git',
    ],
  ] as const) {
    test(`${path} with ${JSON.stringify(content).slice(0, 40)}`, async () => {
      assert.equal(await readerOf({ ...plain, [path]: content }), reader)
    })
  }

  test('a symbolic link is not followed, and linked settings count as reading any variable', async () => {
    const { '.npmrc': _, ...others } = plain
    assert.equal(await readerOf(others, { 'node_modules/loop': '../..' }), undefined)
    assert.equal(await readerOf(others, { '.npmrc': '/etc/hostname' }), '.npmrc')
  })
})
