import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Failure } from '#platform/model/hosting/deployments/failure.ts'
import { openProject } from '#runtimes/node/project.ts'
import { filesSource } from '#tests/source-files.ts'
import { npmSharing } from './sharing.ts'

const packageJson = { main: 'a.js', dependencies: { a: '^1.0.0' }, devDependencies: { b: '2' } }
const fixed = { version: '1.0.0', integrity: `sha512-${'A'.repeat(86)}==` }
const { dependencies, devDependencies } = packageJson
const packages = {
  '': { dependencies, devDependencies },
  'node_modules/a': fixed,
  'node_modules/b': { ...fixed, version: '2.0.0' },
}
const lock = (extra: object = {}) => ({ lockfileVersion: 3, packages: { ...packages, ...extra } })

type Files = Record<string, string | object>
const sharing = async (files: Files = {}, environment: Record<string, string> = {}) => {
  const source = filesSource({ 'package.json': packageJson, 'package-lock.json': lock(), ...files })
  return npmSharing(await openProject({ source }, environment))
}

test('npm sharing: a lock file that pins everything makes the tree shareable, keyed by the deciding files', async () => {
  assert.deepEqual(await sharing(), { sharedBy: ['package.json', 'package-lock.json'] })
  assert.deepEqual(await sharing({ '.npmrc': 'legacy-peer-deps=true' }), {
    sharedBy: ['package.json', 'package-lock.json', '.npmrc'],
  })
  assert.deepEqual(await sharing({ 'npm-shrinkwrap.json': lock() }), {
    sharedBy: ['package.json', 'npm-shrinkwrap.json'],
  })
})

test('npm sharing: optional packages for this platform must be in a shared tree', async () => {
  const optional = { ...fixed, optional: true }
  const here = { os: [process.platform], cpu: [process.arch] }
  const a = {
    ...fixed,
    optionalDependencies: { here: '1', 'not-here': '1', musl: '1', '@any/where': '1' },
  }
  const shared = await sharing({
    'package-lock.json': lock({
      'node_modules/a': a,
      'node_modules/here': { ...optional, ...here, libc: ['glibc'], dependencies: { deep: '1' } },
      'node_modules/here/node_modules/deep': optional,
      'node_modules/musl': { ...optional, ...here, libc: ['musl'] },
      'node_modules/not-here': { ...optional, os: ['!linux'], dependencies: { below: '1' } },
      'node_modules/below': optional,
      'node_modules/@any/where': { ...optional, os: ['!win32'] },
    }),
  })
  assert.deepEqual(shared, {
    sharedBy: ['package.json', 'package-lock.json'],
    expected: ['@any/where', 'here', 'here/node_modules/deep'],
  })
})

test('npm sharing: optional packages of development dependencies are expected only when those are installed', async () => {
  const b = { ...fixed, version: '2.0.0', dev: true, optionalDependencies: { c: '1' } }
  const source = filesSource({
    'package.json': packageJson,
    'package-lock.json': lock({
      'node_modules/b': b,
      'node_modules/c': { ...fixed, dev: true, optional: true },
    }),
  })
  const project = await openProject({ source }, {})
  const expectedIn = async (development: boolean) => {
    const shared = await npmSharing(project, development)
    return 'expected' in shared ? shared.expected : undefined
  }
  assert.deepEqual([await expectedIn(true), await expectedIn(false)], [['c'], undefined])
})

test('npm sharing: workspaces that a package has published are its own, and installed by nobody', async () => {
  const published = { ...fixed, version: '2.0.0', workspaces: ['tests/deps/*'] }
  const shared = await sharing({ 'package-lock.json': lock({ 'node_modules/b': published }) })
  assert.deepEqual(shared, { sharedBy: ['package.json', 'package-lock.json'] })
})

const obstacles: [string, Files, string][] = [
  [
    'root install scripts',
    { 'package.json': { ...packageJson, scripts: { prepare: 'x' } } },
    'package.json has install scripts',
  ],
  [
    'workspaces',
    { 'package.json': { ...packageJson, workspaces: ['a'] } },
    'package.json has workspaces',
  ],
  [
    'a committed node_modules',
    { 'node_modules/a/x.js': '' },
    'node_modules is part of the repository',
  ],
  [
    'a broken lock file',
    { 'package-lock.json': '<<<<<<< HEAD' },
    'package-lock.json cannot be read or has the format of npm 6',
  ],
  [
    'an old lock file',
    { 'package-lock.json': { lockfileVersion: 1, dependencies: {} } },
    'package-lock.json cannot be read or has the format of npm 6',
  ],
  [
    'a lock file of something else',
    { 'package.json': { dependencies: { a: '^2' } } },
    'package-lock.json does not agree with package.json',
  ],
  [
    'a linked folder',
    { 'package-lock.json': lock({ 'node_modules/b': { link: true, resolved: 'b' } }) },
    '"b" does not come from a registry',
  ],
  [
    'an archive in the repository',
    { 'package-lock.json': lock({ 'node_modules/b': { ...fixed, resolved: 'file:b.tgz' } }) },
    '"b" does not come from a registry',
  ],
  [
    'a Git dependency',
    {
      'package-lock.json': lock({
        'node_modules/@x/b': { resolved: 'git+ssh://git@host/b.git#1' },
      }),
    },
    '"@x/b" does not come from a registry',
  ],
  [
    'an entry that is no object',
    { 'package-lock.json': lock({ 'node_modules/b': 5 }) },
    '"b" does not come from a registry',
  ],
  [
    'an .npmrc with a variable',
    { '.npmrc': `//host/:_authToken=\${TOKEN}` },
    '.npmrc names variables',
  ],
]

for (const [what, files, obstacle] of obstacles) {
  test(`npm sharing: ${what} prevents it`, async () => {
    assert.deepEqual(await sharing(files), { obstacle })
  })
}

test('npm sharing: prevented without a lock file, because the tree depends on the day', async () => {
  const project = await openProject({ source: filesSource({ 'package.json': packageJson }) }, {})
  assert.deepEqual(await npmSharing(project), { obstacle: 'there is no package-lock.json' })
})

test('npm sharing: prevented by a variable of npm, not by others', async () => {
  assert.ok('sharedBy' in (await sharing({}, { DATABASE_URL: 'x', NODE_OPTIONS: '--trace' })))
  assert.deepEqual(await sharing({}, { NPM_CONFIG_LEGACY_PEER_DEPS: 'true' }), {
    obstacle: 'the variable "NPM_CONFIG_LEGACY_PEER_DEPS" may change what is installed',
  })
})

test('npm sharing: a variable named after a package with an install script counts, unless it is not for Linux', async () => {
  const scripted = { ...fixed, hasInstallScript: true }
  const files = {
    'package-lock.json': lock({
      'node_modules/@sentry/cli': scripted,
      'node_modules/fsevents': { ...scripted, os: ['darwin'] },
    }),
  }
  assert.ok('sharedBy' in (await sharing(files, { PLAIN: '1', FSEVENTS_X: '1' })))
  assert.deepEqual(await sharing(files, { SENTRYCLI_SKIP_DOWNLOAD: '1' }), {
    obstacle: 'the variable "SENTRYCLI_SKIP_DOWNLOAD" may change what is installed',
  })
})

test('npm sharing: a lock file above the size limit of a source prevents it instead of failing', async () => {
  const files = filesSource({ 'package.json': packageJson, 'package-lock.json': lock() })
  const source = {
    ...files,
    read: async (path: string) => {
      if (path === 'package-lock.json') throw new Failure('source', 'too large')
      return files.read(path)
    },
  }
  assert.ok('obstacle' in (await npmSharing(await openProject({ source }, {}))))
})
