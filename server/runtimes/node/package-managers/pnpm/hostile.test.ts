import assert from 'node:assert/strict'
import { test } from 'node:test'
import { dump, load } from 'js-yaml'
import {
  type Files,
  json,
  sha512,
  testVariants,
  verdictOn,
} from '#tests/support/projects/sharing-verdict.ts'

const manifest = { scripts: { start: 'node a.js' }, dependencies: { a: '^1.0.0' } }
const lock = `lockfileVersion: '9.0'

settings:
  autoInstallPeers: true
  excludeLinksFromLockfile: false

importers:

  .:
    dependencies:
      a:
        specifier: ^1.0.0
        version: 1.0.0

packages:

  a@1.0.0:
    resolution: {integrity: ${sha512()}}
    engines: {node: '>=0.12.0'}

  b@1.0.0:
    resolution: {integrity: ${sha512()}}

snapshots:

  a@1.0.0:
    dependencies:
      b: 1.0.0

  b@1.0.0: {}
`
const loose = lock.replace(
  /( {2}b@1\.0\.0:\n {4}resolution: )\{.*\}/,
  '$1{tarball: https://evil.example/b.tgz}',
)
const base: Files = { 'package.json': json(manifest), 'pnpm-lock.yaml': lock }
const locked = (text: string): Files => ({ 'pnpm-lock.yaml': text })
const changed = (from: string | RegExp, to: string): Files => locked(lock.replace(from, to))
const workspace = (text: string): Files => ({ 'pnpm-workspace.yaml': text })
const rooted = (more: object): Files => ({ 'package.json': json({ ...manifest, ...more }) })
const resolution = (text: string) => changed(/(b@1\.0\.0:\n {4}resolution: )\{.*\}/, `$1${text}`)
const stray = /"b@1\.0\.0" does not come from a registry/
const notPinned = /"b@1\.0\.0" is not pinned by a sha512/

testVariants('pnpm', base, [
  ['a package has no hash', locked(loose), notPinned],
  ['it has none, indented by four spaces', locked(loose.replaceAll('  ', '    ')), notPinned],
  ['it has none, in flow style', locked(flow(loose)), notPinned],
  [
    'it has none, below a quoted key',
    locked(loose.replace('\npackages:', '\n"packages":')),
    notPinned,
  ],
  [
    'it has none, below a key with a space',
    locked(loose.replace('\npackages:', '\npackages :')),
    notPinned,
  ],
  [
    'it has none, behind a comment',
    locked(loose.replace('\npackages:', '\npackages: # x')),
    notPinned,
  ],
  ['it has none, on lines of Windows', locked(loose.replaceAll('\n', '\r\n')), notPinned],
  ['its hash is a comment', resolution(`{} # {integrity: ${sha512()}}`), notPinned],
  ['its hash is sha1', resolution('{integrity: sha1-QOlmfT+zUvYWTsVJjrXPBA4RZT0=}'), notPinned],
  ['its hash is empty', resolution('{integrity: sha512-}'), notPinned],
  ['its hash is two', resolution(`{integrity: ${sha512()} ${sha512('B')}}`), notPinned],
  ['it is a file', resolution(`{integrity: ${sha512()}, tarball: 'file:b.tgz'}`), stray],
  ['it is a folder', resolution(`{integrity: ${sha512()}, directory: b, type: directory}`), stray],
  ['it is Git', resolution(`{integrity: ${sha512()}, repo: x, commit: y, type: git}`), stray],
  [
    'it is a code host',
    resolution(`{integrity: ${sha512()}, tarball: https://github.com/x/b}`),
    stray,
  ],
  [
    'it is a binary of a runtime',
    resolution(`{integrity: ${sha512()}, type: binary, url: x}`),
    stray,
  ],
  ['anchors are used', changed('importers:', 'importers: &x'), /cannot be parsed/],
  [
    'a hash is given by an alias',
    locked(
      lock
        .replace(
          `resolution: {integrity: ${sha512()}}\n    engines`,
          `resolution: &r {integrity: ${sha512()}}\n    engines`,
        )
        .replace(`resolution: {integrity: ${sha512()}}`, 'resolution: *r'),
    ),
    /cannot be parsed/,
  ],
  [
    'a merge key is used',
    changed('  b@1.0.0: {}', '  b@1.0.0:\n    <<: {dependencies: {c: 1.0.0}}'),
    /cannot be parsed/,
  ],
  ['a tag is used', changed("'9.0'", "!!str '9.0'"), /cannot be parsed/],
  ['another document is before it', locked(`---\na: b\n---\n${lock}`), /more than its packages/],
  ['another document is behind it', locked(`${lock}\n---\na: b\n`), /cannot be parsed/],
  ['a key stands twice', locked(`${lock}\npackages: {}\n`), /cannot be parsed/],
  ['it is no mapping', locked('- a\n'), /cannot be read|not known/],
  [
    'it is larger than what is parsed',
    locked(`${lock}# ${'x'.repeat(1024 * 1024)}\n`),
    /is larger than 1 MB/,
  ],
  ['its format is not known', changed("'9.0'", "'10.0'"), /format that is not known/],
  [
    'its format is a name of prototypes',
    changed("'9.0'", 'constructor'),
    /format that is not known/,
  ],
  [
    'a dependency of the root has no entry',
    changed('version: 1.0.0', 'version: 2.0.0'),
    /no entry for "a@\^1\.0\.0", which package\.json/,
  ],
  [
    'a dependency of a package has no entry',
    changed('b: 1.0.0', 'c: 1.0.0'),
    /no entry for "c", which "a@1\.0\.0" depends on/,
  ],
  [
    'an optional dependency has no entry',
    changed('  b@1.0.0: {}', '  b@1.0.0:\n    optionalDependencies:\n      c: 1.0.0'),
    /no entry for "c"/,
  ],
  ['a dependency is linked', changed('version: 1.0.0', 'version: link:../a'), /no entry for "a@/],
  ['a dependency of a package is linked', changed('b: 1.0.0', 'b: link:../b'), /no entry for "b"/],
  ['a snapshot has no package', locked(`${lock}\n  c@1.0.0: {}\n`), /"c@1\.0\.0" is not pinned/],
  [
    'another package is locked',
    changed('version: 1.0.0', 'version: b@1.0.0'),
    /another package for "a@/,
  ],
  [
    'the specifier is another one',
    changed('specifier: ^1.0.0', 'specifier: ^2.0.0'),
    /does not agree/,
  ],
  ['package.json wants more', rooted({ dependencies: { a: '^1.0.0', c: '1' } }), /does not agree/],
  [
    'package.json wants less',
    rooted({ dependencies: {}, devDependencies: { z: '1' } }),
    /does not agree/,
  ],
  ['a peer of the root is missing', rooted({ peerDependencies: { c: '1' } }), /no entry for "c@1"/],
  ['there are workspaces', changed('  .:\n', '  other: {}\n\n  .:\n'), /has workspaces/],
  [
    'packages are patched',
    locked(`${lock}\npatchedDependencies:\n  b: {hash: x, path: y}\n`),
    /has "patchedDependencies"/,
  ],
  [
    'a snapshot is patched',
    changed('  b@1.0.0: {}', '  b@1.0.0: {patched: true}'),
    /cannot be read/,
  ],
  ['hooks have run', locked(`${lock}\npnpmfileChecksum: x\n`), /has "pnpmfileChecksum"/],
  [
    'packages are extended',
    locked(`${lock}\npackageExtensionsChecksum: x\n`),
    /has "packageExtensionsChecksum"/,
  ],
  [
    'there are catalogs',
    locked(`${lock}\ncatalogs:\n  default: {a: {specifier: x, version: 1.0.0}}\n`),
    /has "catalogs"/,
  ],
  [
    'package.json names patches',
    rooted({ pnpm: { patchedDependencies: { b: 'x' } } }),
    /pnpm sets "patchedDependencies"/,
  ],
  [
    'package.json extends packages',
    rooted({ pnpm: { packageExtensions: { a: {} } } }),
    /sets "packageExtensions"/,
  ],
  [
    'package.json names configuration',
    rooted({ pnpm: { configDependencies: { c: '1' } } }),
    /sets "configDependencies"/,
  ],
  [
    'package.json replaces for one parent',
    rooted({ pnpm: { overrides: { 'a>b': '1.0.0' } } }),
    /replaces more/,
  ],
  ['there is a hook', { '.pnpmfile.cjs': '' }, /there is a \.pnpmfile\.cjs/],
  ['there is a hook of old', { 'pnpmfile.js': '' }, /there is a pnpmfile\.js/],
  ['settings have packages', workspace('packages: []\n'), /has packages/],
  ['settings have packages below a quoted key', workspace('"packages":\n  - a\n'), /has packages/],
  ['settings have packages in flow style', workspace('{packages: [a]}'), /has packages/],
  ['settings name a variable', workspace('savePrefix: $' + '{X}\n'), /names variables/],
  ['settings name a hook', workspace('pnpmfile: evil.cjs\n'), /sets "pnpmfile"/],
  ['settings name a folder', workspace('modulesDir: x\n'), /sets "modulesDir"/],
  ['settings name a store', workspace("'storeDir': /tmp\n"), /sets "storeDir"/],
  ['settings turn the lock file off', workspace('lockfile: false\n'), /sets "lockfile"/],
  ['settings name another linker', workspace('nodeLinker: pnp\n'), /sets "nodeLinker"/],
  ['settings name a Node', workspace('useNodeVersion: 20.0.0\n'), /sets "useNodeVersion"/],
  ['settings hide behind an alias', workspace('a: &x {lockfile: false}\n'), /cannot be read/],
  ['.npmrc turns the lock file off', { '.npmrc': 'lockfile=false\n' }, /\.npmrc sets "lockfile"/],
  [
    '.npmrc lets the lock file change',
    { '.npmrc': 'frozen-lockfile=false\n' },
    /sets "frozen-lockfile"/,
  ],
  ['.npmrc names a folder of modules', { '.npmrc': 'modules-dir=x\n' }, /sets "modules-dir"/],
  [
    '.npmrc names a virtual store',
    { '.npmrc': '"virtual-store-dir"=x\n' },
    /sets "virtual-store-dir"/,
  ],
  ['.npmrc names a global hook', { '.npmrc': 'global-pnpmfile=x\n' }, /sets "global-pnpmfile"/],
  ['.npmrc names another linker', { '.npmrc': 'node-linker=pnp\n' }, /sets "node-linker"/],
])

/** A lock file in YAML flow style. */
function flow(text: string): string {
  return dump(load(text), { flowLevel: 0, lineWidth: -1 })
}

const shareable: [string, Files][] = [
  ['indented by four spaces', locked(lock.replaceAll('  ', '    '))],
  ['in flow style', locked(flow(lock))],
  ['with quoted keys', locked(lock.replace('\npackages:', '\n"packages":'))],
  [
    'with an address beside the hash',
    resolution(`{integrity: ${sha512()}, tarball: https://r.example/b.tgz}`),
  ],
  [
    'with an alias',
    {
      ...rooted({ dependencies: { a: 'npm:b@^1.0.0' } }),
      ...locked(
        lock.replace(
          'specifier: ^1.0.0\n        version: 1.0.0',
          'specifier: npm:b@^1.0.0\n        version: b@1.0.0',
        ),
      ),
    },
  ],
  [
    'with peers',
    locked(
      lock
        .replace('b: 1.0.0', 'b: 1.0.0(a@1.0.0)')
        .replace('  b@1.0.0: {}', '  b@1.0.0(a@1.0.0):\n    dependencies:\n      a: 1.0.0'),
    ),
  ],
  [
    'with replacements',
    {
      ...rooted({ dependencies: { a: '^0.9.0' }, pnpm: { overrides: { a: '^1.0.0' } } }),
      ...locked(`${lock}\noverrides:\n  a: ^1.0.0\n`),
    },
  ],
  [
    'with settings of layout',
    {
      ...workspace('onlyBuiltDependencies:\n  - a\nnodeLinker: hoisted\n'),
      '.npmrc': 'shamefully-hoist=true\nauto-install-peers=true\n',
    },
  ],
  [
    'of pnpm 8',
    locked(
      `lockfileVersion: '6.0'\n\ndependencies:\n  a:\n    specifier: ^1.0.0\n    version: 1.0.0\n\npackages:\n\n  /a@1.0.0:\n    resolution: {integrity: ${sha512()}}\n    dependencies:\n      b: 1.0.0\n    dev: false\n\n  /b@1.0.0:\n    resolution: {integrity: ${sha512()}}\n    dev: false\n`,
    ),
  ],
  [
    'of pnpm 7',
    locked(
      `lockfileVersion: 5.4\n\nspecifiers:\n  a: ^1.0.0\n\ndependencies:\n  a: 1.0.0\n\npackages:\n\n  /a/1.0.0:\n    resolution: {integrity: ${sha512()}}\n    dependencies:\n      b: 1.0.0_a@1.0.0\n    dev: false\n\n  /b/1.0.0_a@1.0.0:\n    resolution: {integrity: ${sha512()}}\n    dev: false\n`,
    ),
  ],
]

for (const [what, changes] of shareable) {
  test(`pnpm: shared: ${what}`, async () => {
    assert.equal(await verdictOn({ ...base, ...changes }), 'shared')
  })
}
