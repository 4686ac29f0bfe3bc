import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  type Files,
  json,
  sha512,
  testVariants,
  verdictOn,
} from '#tests/support/projects/sharing-verdict.ts'

const manifest = { name: 'app', scripts: { start: 'node a.js' }, dependencies: { a: '^1.0.0' } }
type Entry = [identity: string, address: string, info: object, integrity?: unknown]
const entryA: Entry = ['a@1.0.0', '', { dependencies: { b: '^1.0.0' } }, sha512()]
const entryB: Entry = ['b@1.0.0', '', {}, sha512()]
const packages: Record<string, unknown> = { a: entryA, b: entryB }
const workspace = { name: 'app', dependencies: { a: '^1.0.0' } }
const lock = (changes: Record<string, unknown> = {}, more: object = {}) =>
  json({
    lockfileVersion: 1,
    workspaces: { '': workspace },
    packages: { ...packages, ...changes },
    ...more,
  })
const base: Files = { 'package.json': json(manifest), 'bun.lock': lock() }
const locked = (changes: Record<string, unknown>, more: object = {}): Files => ({
  'bun.lock': lock(changes, more),
})
const rooted = (more: object, changes: Record<string, unknown> = {}): Files => ({
  'package.json': json({ ...manifest, ...more }),
  'bun.lock': lock(changes, { workspaces: { '': { ...workspace, ...more } } }),
})
const ofB = (at: number, value: unknown) => locked({ b: entryB.with(at, value as never) })
const stray = /"b" does not come from a registry/
const notPinned = /"b" is not pinned by a sha512/
const unreadable = /bun\.lock cannot be read/
const bunfig = (text: string): Files => ({ 'bunfig.toml': text })

testVariants('Bun', base, [
  [
    'a dependency of the root has no entry',
    {
      'bun.lock': json({
        lockfileVersion: 1,
        workspaces: { '': workspace },
        packages: { b: entryB },
      }),
    },
    /no entry for "a@\^1\.0\.0", which package\.json/,
  ],
  [
    'a dependency of a package has no entry',
    {
      'bun.lock': json({
        lockfileVersion: 1,
        workspaces: { '': workspace },
        packages: { a: entryA },
      }),
    },
    /no entry for "b@\^1\.0\.0", which "a"/,
  ],
  [
    'an optional dependency has no entry',
    ofB(2, { optionalDependencies: { c: '1' } }),
    /no entry for "c@1"/,
  ],
  ['a peer has no entry', ofB(2, { peerDependencies: { c: '1' } }), /no entry for "c@1"/],
  [
    'a peer of the root has no entry',
    rooted({ peerDependencies: { c: '1' } }),
    /no entry for "c@1"/,
  ],
  [
    'an entry lies where its dependant does not look',
    locked({
      b: ['b@1.0.0', '', { dependencies: { c: '1' } }, sha512()],
      'a/c': ['c@1.0.0', '', {}, sha512()],
    }),
    /no entry for "c@1"/,
  ],
  ['a version does not fit', ofB(0, 'b@0.9.0'), /version for "b@\^1\.0\.0" that does not fit/],
  [
    'a nearer version does not fit',
    locked({ 'a/b': ['b@2.0.0', '', {}, sha512()] }),
    /does not fit/,
  ],
  ['an entry is another package', ofB(0, 'evil@1.0.0'), /another package for "b@/],
  ['an entry has no hash', locked({ b: ['b@1.0.0', '', {}] }), stray],
  ['a hash is sha1', ofB(3, 'sha1-QOlmfT+zUvYWTsVJjrXPBA4RZT0='), notPinned],
  ['a hash is empty', ofB(3, 'sha512-'), notPinned],
  ['a hash is cut', ofB(3, 'sha512-AAAA'), notPinned],
  ['a hash is of an unknown algorithm', ofB(3, `sha999-${'A'.repeat(86)}==`), notPinned],
  ['a hash is a list', ofB(3, [sha512()]), notPinned],
  ['an entry is Git', ofB(0, 'b@git+ssh://x/y#01'), stray],
  ['an entry is a repository by its short name', ofB(0, 'b@github:x/y#01'), stray],
  ['an entry is an address', ofB(0, 'b@https://x.example/b.tgz'), stray],
  ['an entry begins with a digit and is a file', ofB(0, 'b@1.tgz'), stray],
  ['an entry is a folder', ofB(0, 'b@file:../b'), stray],
  ['an entry is a workspace', ofB(0, 'b@workspace:b'), stray],
  ['an address is a file', ofB(1, 'file:///tmp/b.tgz'), stray],
  ['an address is Git', ofB(1, 'https://x.example/b.git'), stray],
  ['an entry is an object', locked({ b: {} }), stray],
  ['a path leads out', locked({ '../b': entryB }), /does not come from a registry/],
  [
    'a path is that of prototypes',
    { 'bun.lock': lock().replace('"b": [', '"__proto__": [') },
    unreadable,
  ],
  ['an entry has a field that is not known', ofB(2, { evil: 1 }), /"b" has "evil"/],
  ['dependencies are no object', ofB(2, { dependencies: ['c'] }), /"b" cannot be read/],
  [
    'an entry stands twice',
    { 'bun.lock': lock().replace('"b": [', '"b": ["evil@1.0.0", "", {}, ""], "b": [') },
    unreadable,
  ],
  [
    'packages stand twice',
    { 'bun.lock': lock().replace('"packages"', '"packages": {}, "packages"') },
    unreadable,
  ],
  ['a comment is never closed', { 'bun.lock': `${lock()}/*` }, unreadable],
  [
    'packages are patched',
    locked({}, { patchedDependencies: {} }),
    /changed by files of the repository/,
  ],
  ['there are catalogs', locked({}, { catalog: { a: '1' } }), /has "catalog"/],
  ['there are workspaces', locked({}, { workspaces: { '': workspace, c: {} } }), /has workspaces/],
  ['its format is not known', locked({}, { lockfileVersion: 2 }), /format that is not known/],
  ['its format is no number', locked({}, { lockfileVersion: '1' }), /format that is not known/],
  [
    'the lock file is for other dependencies',
    { 'package.json': json({ ...manifest, dependencies: { a: '^1.0.1' } }) },
    /does not agree/,
  ],
  [
    'package.json wants more',
    { 'package.json': json({ ...manifest, devDependencies: { c: '1' } }) },
    /does not agree/,
  ],
  [
    'a dependency of the root is a folder',
    rooted({ dependencies: { a: 'file:a' } }),
    /does not come from a registry/,
  ],
  [
    'a key stands twice in package.json',
    {
      'package.json': json(manifest).replace(
        '"dependencies"',
        '"dependencies": {}, "dependencies"',
      ),
    },
    /several ways/,
  ],
  [
    'package.json names patches',
    { 'package.json': json({ ...manifest, patchedDependencies: { 'b@1.0.0': 'x' } }) },
    /has "patchedDependencies"/,
  ],
  [
    'package.json has a catalog',
    { 'package.json': json({ ...manifest, catalog: { a: '1' } }) },
    /has "catalog"/,
  ],
  [
    'a replacement does not fit',
    { 'package.json': json({ ...manifest, overrides: { b: '2.0.0' } }) },
    /does not fit/,
  ],
  [
    'a replacement is for one parent',
    { 'package.json': json({ ...manifest, overrides: { a: { b: '1.0.0' } } }) },
    /overrides of package\.json/,
  ],
  [
    'bunfig.toml turns the lock file off',
    bunfig('[install.lockfile]\nsave = false\n'),
    /sets "install\.lockfile"/,
  ],
  [
    'bunfig.toml does so by a dotted key',
    bunfig('install.frozenLockfile = false\n'),
    /sets "install\.frozenLockfile"/,
  ],
  ['bunfig.toml names a cache', bunfig('[install.cache]\ndir = "/tmp"\n'), /sets "install\.cache"/],
  ['bunfig.toml loads a file', bunfig('preload = ["./evil.ts"]\n'), /sets "preload"/],
  ['bunfig.toml names a shell', bunfig('[run]\nshell = "x"\n'), /sets "run"/],
  [
    'bunfig.toml names a linker',
    bunfig('[install]\nlinker = "isolated"\n'),
    /sets "install\.linker"/,
  ],
  ['bunfig.toml names a variable', bunfig('[install]\nregistry = "$EVIL"\n'), /names variables/],
  ['bunfig.toml is no TOML', bunfig('[install'), /bunfig\.toml cannot be read/],
  ['.npmrc names a cache', { '.npmrc': 'cache=/tmp/x\n' }, /sets "cache"/],
])

const shareable: [string, Files][] = [
  [
    'with comments and last commas',
    { 'bun.lock': `// x\n${lock().replaceAll('\n}', ',\n}').replace('{,', '{')}` },
  ],
  ['with an address', ofB(1, 'https://r.example/b/-/b-1.0.0.tgz')],
  ['with a nested entry', locked({ 'a/b': ['b@1.2.0', '', {}, sha512()] })],
  [
    'with scopes',
    locked({
      a: ['a@1.0.0', '', { dependencies: { '@s/b': '1' } }, sha512()],
      '@s/b': ['@s/b@1.0.0', '', { dependencies: { c: '2' } }, sha512()],
      '@s/b/c': ['c@2.0.0', '', {}, sha512()],
    }),
  ],
  [
    'with an alias',
    rooted({ dependencies: { a: 'npm:c@^1.0.0' } }, { a: ['c@1.0.0', '', {}, sha512()] }),
  ],
  [
    'with an optional peer that is missing',
    ofB(2, { peerDependencies: { c: '1' }, optionalPeers: ['c'] }),
  ],
  [
    'with a replacement',
    {
      ...locked({ b: entryB.with(0, 'b@2.0.0') }, { overrides: { b: '2.0.0' } }),
      'package.json': json({ ...manifest, overrides: { b: '2.0.0' } }),
    },
  ],
  [
    'with settings of other commands',
    bunfig('telemetry = false\n[test]\ncoverage = true\n[install]\nexact = true\n'),
  ],
]

for (const [what, changes] of shareable) {
  test(`Bun: shared: ${what}`, async () => {
    assert.equal(await verdictOn({ ...base, ...changes }), 'shared')
  })
}
