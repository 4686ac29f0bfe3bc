import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  type Files,
  json,
  sha512,
  testVariants,
  verdictOn,
} from '#tests/support/projects/sharing-verdict.ts'

type Entry = Record<string, unknown>
const manifest = (more: object = {}) => ({
  name: 'app',
  scripts: { start: 'node a.js' },
  dependencies: { a: '^1.0.0' },
  ...more,
})
const resolved = (name: string) => `https://registry.example/${name}/-/${name}-1.0.0.tgz`
const entry = (name: string, more: Entry = {}): Entry => ({
  version: '1.0.0',
  resolved: resolved(name),
  integrity: sha512(),
  ...more,
})
const packages: Record<string, unknown> = {
  '': { name: 'app', dependencies: { a: '^1.0.0' } },
  'node_modules/a': entry('a', { dependencies: { b: '^1.0.0' } }),
  'node_modules/b': entry('b'),
}
const lock = (changes: Record<string, unknown> = {}, more: object = {}) =>
  json({ name: 'app', lockfileVersion: 3, packages: { ...packages, ...changes }, ...more })
const without = (name: string) => {
  const { [name]: _, ...rest } = packages
  return json({ lockfileVersion: 3, packages: rest })
}
const locked = (changes: Record<string, unknown>): Files => ({ 'package-lock.json': lock(changes) })
const ofA = (more: Entry) =>
  locked({ 'node_modules/a': entry('a', { dependencies: { b: '^1.0.0' }, ...more }) })
const ofB = (more: Entry) => locked({ 'node_modules/b': entry('b', more) })
const settings = (text: string): Files => ({ '.npmrc': text })

const base: Files = { 'package.json': json(manifest()), 'package-lock.json': lock() }
const rooted = (more: object, packagesChange: Record<string, unknown> = {}): Files => ({
  'package.json': json(manifest(more)),
  'package-lock.json': lock({
    '': { ...(packages[''] as object), ...more },
    ...packagesChange,
  }),
})
const missing = (name: string) => new RegExp(`has no entry for "${name}@`)

testVariants('npm', base, [
  [
    'a dependency of the root has no entry',
    { 'package-lock.json': without('node_modules/a') },
    missing('a'),
  ],
  [
    'a dependency of a package has no entry',
    { 'package-lock.json': without('node_modules/b') },
    missing('b'),
  ],
  ['an optional dependency has no entry', ofA({ optionalDependencies: { c: '1' } }), missing('c')],
  ['a peer has no entry', ofA({ peerDependencies: { c: '1' } }), missing('c')],
  ['a peer of the root has no entry', rooted({ peerDependencies: { c: '1' } }), missing('c')],
  ['a development dependency has no entry', rooted({ devDependencies: { c: '1' } }), missing('c')],
  [
    'an optional dependency of the root has no entry',
    rooted({ optionalDependencies: { c: '1' } }),
    missing('c'),
  ],
  [
    'an entry lies where its dependant does not look',
    locked({
      'node_modules/b': entry('b', { dependencies: { c: '1' } }),
      'node_modules/a/node_modules/c': entry('c'),
    }),
    missing('c'),
  ],
  [
    'a peer lies inside the package that wants it',
    ofA({ peerDependencies: { c: '1' } }) &&
      locked({
        'node_modules/a': entry('a', { peerDependencies: { c: '1' } }),
        'node_modules/a/node_modules/c': entry('c'),
      }),
    missing('c'),
  ],
  [
    'a version does not fit the root',
    ofA({ version: '2.0.0' }),
    /version for "a@\^1\.0\.0" that does not fit/,
  ],
  [
    'a version does not fit a package',
    ofB({ version: '0.9.0' }),
    /version for "b@\^1\.0\.0" that does not fit/,
  ],
  [
    'an optional peer is there and does not fit',
    ofA({ peerDependencies: { b: '^3' }, peerDependenciesMeta: { b: { optional: true } } }),
    /does not fit/,
  ],
  [
    'a nearer entry does not fit',
    locked({ 'node_modules/a/node_modules/b': entry('b', { version: '3.0.0' }) }),
    /does not fit/,
  ],
  ['an entry is another package', ofB({ name: 'evil' }), /another package for "b@\^1\.0\.0"/],
  [
    'an alias is locked as another package',
    rooted({ dependencies: { a: 'npm:c@^1.0.0' } }),
    /another package for "a@npm:c@/,
  ],
  [
    'a tag has no address',
    rooted(
      { dependencies: { a: 'latest' } },
      { 'node_modules/a': { version: '1.0.0', integrity: sha512() } },
    ),
    /does not fit/,
  ],
  [
    'a hash is sha1',
    ofB({ integrity: 'sha1-QOlmfT+zUvYWTsVJjrXPBA4RZT0=' }),
    /"b" is not pinned by a sha512/,
  ],
  ['a hash is sha256', ofB({ integrity: `sha256-${'A'.repeat(43)}=` }), /not pinned/],
  ['a hash is cut', ofB({ integrity: 'sha512-AAAA' }), /not pinned/],
  ['a hash is empty', ofB({ integrity: 'sha512-' }), /not pinned/],
  [
    'a hash is of an unknown algorithm',
    ofB({ integrity: `sha999-${'A'.repeat(86)}==` }),
    /not pinned/,
  ],
  ['a hash has options', ofB({ integrity: `${sha512()}?x` }), /not pinned/],
  ['two hashes are allowed', ofB({ integrity: `${sha512()} ${sha512('B')}` }), /not pinned/],
  ['a hash is a list', ofB({ integrity: [sha512()] }), /not pinned/],
  ['there is no hash', ofB({ integrity: undefined }), /not pinned/],
  [
    'an address is Git',
    ofB({ resolved: 'git+https://code.example/b.git#0123' }),
    /does not come from a registry/,
  ],
  [
    'an address is Git in disguise',
    ofB({ resolved: 'https://github.com/x/b.tgz' }),
    /does not come from a registry/,
  ],
  [
    'an address is a repository',
    ofB({ resolved: 'https://code.example/b.git' }),
    /does not come from a registry/,
  ],
  ['an address is a file', ofB({ resolved: 'file:../b.tgz' }), /does not come from a registry/],
  ['an address is a path', ofB({ resolved: '../b' }), /does not come from a registry/],
  ['an address is no text', ofB({ resolved: true }), /does not come from a registry/],
  ['an entry is a link', ofB({ link: true }), /does not come from a registry/],
  ['an entry is a link by an odd value', ofB({ link: 1 }), /does not come from a registry/],
  [
    'an entry brings a lock file of its own',
    ofB({ hasShrinkwrap: true }),
    /"b" has "hasShrinkwrap"/,
  ],
  [
    'an entry hides a lock file of its own',
    ofB({ _hasShrinkwrap: true }),
    /"b" has "_hasShrinkwrap"/,
  ],
  [
    'an entry accepts other dependencies',
    ofB({ acceptDependencies: { c: '*' } }),
    /"b" has "acceptDependencies"/,
  ],
  [
    'an entry has another hash by another name',
    ofB({ _integrity: sha512('B') }),
    /"b" has "_integrity"/,
  ],
  [
    'an entry claims to come with the root',
    ofB({ inBundle: true, resolved: undefined, integrity: undefined }),
    /not where npm would put it/,
  ],
  [
    'an entry claims to come with a package that bundles nothing',
    locked({ 'node_modules/a/node_modules/c': { version: '1.0.0', inBundle: true } }),
    /not where npm would put it/,
  ],
  [
    'what comes with a package has a missing dependency',
    locked({
      'node_modules/a': entry('a', {
        bundleDependencies: ['c'],
        dependencies: { b: '^1.0.0', c: '1' },
      }),
      'node_modules/a/node_modules/c': {
        version: '1.0.0',
        inBundle: true,
        dependencies: { d: '1' },
      },
    }),
    missing('d'),
  ],
  [
    'what comes with a package has an address',
    locked({
      'node_modules/a': entry('a', { bundleDependencies: ['c'] }),
      'node_modules/a/node_modules/c': entry('c', { inBundle: true, integrity: undefined }),
    }),
    /does not come from a registry/,
  ],
  [
    'a package that comes along is replaced',
    {
      ...rooted({ overrides: { c: '2.0.0' } }),
      'package-lock.json': lock({
        'node_modules/a': entry('a', { bundleDependencies: ['c'], dependencies: { c: '1' } }),
        'node_modules/a/node_modules/c': { version: '1.0.0', inBundle: true },
      }),
    },
    /not where npm would put it/,
  ],
  [
    'an entry lies in no package',
    locked({ 'node_modules/x/node_modules/c': entry('c') }),
    /not where npm would put it/,
  ],
  [
    'a path leads out',
    locked({ 'node_modules/../../c': entry('c') }),
    /does not come from a registry/,
  ],
  [
    'a path leads to the application',
    locked({ 'packages/c': entry('c') }),
    /does not come from a registry/,
  ],
  [
    'a path has an empty name',
    locked({ 'node_modules/': entry('c') }),
    /does not come from a registry/,
  ],
  [
    'a name is that of prototypes',
    { 'package-lock.json': lock().replace('"node_modules/b"', '"__proto__"') },
    /cannot be read/,
  ],
  ['a version is no version', ofB({ version: 'latest' }), /"b" has no version/],
  ['an entry is no object', locked({ 'node_modules/c': null }), /does not come from a registry/],
  ['dependencies are no object', ofB({ dependencies: ['c'] }), /"b" cannot be read/],
  ['a dependency is no text', ofB({ dependencies: { c: 5 } }), /"b" cannot be read/],
  [
    'a dependency of a package is Git',
    ofB({ dependencies: { c: 'github:x/c' } }),
    /"c@github:x\/c" does not come from a registry/,
  ],
  [
    'a dependency of a package is an address',
    ofB({ dependencies: { c: 'https://x.example/c.tgz' } }),
    /does not come from a registry/,
  ],
  [
    'a dependency of the root is a folder',
    rooted({ dependencies: { a: 'file:a' } }),
    /does not come from a registry/,
  ],
  [
    'the lock file has no version',
    { 'package-lock.json': lock({}, { lockfileVersion: undefined }) },
    /cannot be read or has the format of npm 6/,
  ],
  [
    'the lock file has version 1 with packages',
    { 'package-lock.json': lock({}, { lockfileVersion: 1 }) },
    /format of npm 6/,
  ],
  [
    'the lock file has an odd version',
    { 'package-lock.json': lock({}, { lockfileVersion: '3' }) },
    /format of npm 6/,
  ],
  [
    'the lock file has a coming version',
    { 'package-lock.json': lock({}, { lockfileVersion: 4 }) },
    /format of npm 6/,
  ],
  [
    'a key stands twice in the lock file',
    {
      'package-lock.json': lock().replace(
        '"node_modules/b":',
        '"node_modules/b": {"version":"6.6.6"}, "node_modules/b":',
      ),
    },
    /cannot be read/,
  ],
  [
    'a shrinkwrap of less wins',
    { 'npm-shrinkwrap.json': without('node_modules/b') },
    /npm-shrinkwrap\.json has no entry for "b@/,
  ],
  [
    'a dependency of the root is no text',
    { 'package.json': json(manifest({ dependencies: { a: '^1.0.0', c: {} } })) },
    /package\.json can be read in several ways/,
  ],
  [
    'dependencies of the root are a list',
    { 'package.json': json(manifest({ optionalDependencies: ['c'] })) },
    /several ways/,
  ],
  [
    'a key stands twice in package.json',
    {
      'package.json': json(manifest()).replace(
        '"dependencies"',
        '"dependencies": {"evil":"*"}, "dependencies"',
      ),
    },
    /several ways/,
  ],
  [
    'the lock file is for other dependencies',
    { 'package.json': json(manifest({ dependencies: { a: '^1.0.1' } })) },
    /does not agree/,
  ],
  [
    'a replacement has no entry',
    rooted({ overrides: { b: '2.0.0' } }),
    /version for "b@2\.0\.0" that does not fit/,
  ],
  [
    'a replacement is for one parent',
    rooted({ overrides: { a: { b: '1.0.0' } } }),
    /overrides of package\.json/,
  ],
  [
    'a replacement is for one range',
    rooted({ overrides: { 'b@^1': '1.0.0' } }),
    /overrides of package\.json/,
  ],
  [
    'a replacement is a reference',
    rooted({ overrides: { b: '$a' } }),
    /"b@\$a" does not come from a registry/,
  ],
  ['a replacement is empty', rooted({ overrides: { b: '' } }), /overrides of package\.json/],
  [
    'a replacement is Git',
    rooted({ overrides: { b: 'github:x/b' } }),
    /does not come from a registry/,
  ],
  [
    '.npmrc turns the lock file off',
    settings('package-lock=false\n'),
    /\.npmrc sets "package-lock"/,
  ],
  [
    '.npmrc does so with a quoted key',
    settings('"package-lock" = "false"\n'),
    /sets "package-lock"/,
  ],
  [
    '.npmrc does so behind a carriage return',
    settings('audit=false\rpackage-lock=false\n'),
    /sets "package-lock"/,
  ],
  ['.npmrc does so by its opposite', settings('no-package-lock=true\n'), /sets "no-package-lock"/],
  ['.npmrc names another cache', settings('cache=/tmp/x\n'), /sets "cache"/],
  ['.npmrc names another file', settings('userconfig = ./evil\n'), /sets "userconfig"/],
  ['.npmrc names a shell', settings('script-shell=./evil\n'), /sets "script-shell"/],
  [
    '.npmrc names options of Node',
    settings('node-options=--require ./evil\n'),
    /sets "node-options"/,
  ],
  ['.npmrc names a date', settings('before=2020-01-01\n'), /sets "before"/],
  ['.npmrc asks caches first', settings('prefer-offline=true\n'), /sets "prefer-offline"/],
  ['.npmrc installs links', settings('install-links=true\n'), /sets "install-links"/],
  ['.npmrc names a platform', settings('os=darwin\n'), /sets "os"/],
  ['.npmrc leaves things out', settings('omit[]=optional\n'), /sets "omit"/],
  ['.npmrc names certificates of a file', settings('//r.example/:certfile=x\n'), /sets "\/\/r/],
  ['.npmrc has a section', settings('[x]\naudit=false\n'), /sets "x"/],
  ['.npmrc sets a flag without a value', settings('offline\n'), /sets "offline"/],
  [
    '.npmrc speaks to an install script',
    settings('sharp_binary_host=https://evil.example\n'),
    /sets "sharp_binary_host"/,
  ],
  ['.npmrc names a variable', settings('registry=$' + '{EVIL}\n'), /names variables/],
  [
    'Git writes other bytes',
    { '.gitattributes': '* text=auto\n*.json ident\n' },
    /\.gitattributes changes files/,
  ],
  [
    'Git writes another encoding',
    { '.gitattributes': 'package-lock.json working-tree-encoding=UTF-16\n' },
    /\.gitattributes/,
  ],
])

const shareable: [string, Files][] = [
  [
    'addresses are left out',
    locked({ 'node_modules/b': { version: '1.0.0', integrity: sha512() } }),
  ],
  ['an address is of any registry', ofB({ resolved: 'http://10.0.0.1:4873/b/-/b-1.0.0.tgz' })],
  [
    'an alias is locked as such',
    rooted(
      { dependencies: { a: 'npm:c@^1.0.0' } },
      { 'node_modules/a': entry('c', { name: 'c' }) },
    ),
  ],
  ['a tag has an address', rooted({ dependencies: { a: 'latest' } })],
  [
    'an optional peer is missing',
    ofA({ peerDependencies: { c: '1' }, peerDependenciesMeta: { c: { optional: true } } }),
  ],
  [
    'a replacement has its entry',
    rooted({ overrides: { b: '2.0.0' } }, { 'node_modules/b': entry('b', { version: '2.0.0' }) }),
  ],
  [
    'a package comes with another',
    locked({
      'node_modules/a': entry('a', {
        bundleDependencies: ['c'],
        dependencies: { b: '^1.0.0', c: '1' },
      }),
      'node_modules/a/node_modules/c': { version: '1.0.0', inBundle: true },
    }),
  ],
  [
    'peers are not looked at',
    { ...ofA({ peerDependencies: { c: '1' } }), '.npmrc': 'legacy-peer-deps=true\n' },
  ],
  [
    '.npmrc only says where from',
    settings(
      '; x\nregistry=https://r.example/\n@s:registry=https://s.example/\n//s.example/:_authToken=abc\nstrict-ssl=false\n',
    ),
  ],
  [
    '.npmrc only says how',
    settings(
      'save-exact=true\nfund = false\naudit = false\npackage-lock=true\nengine-strict=true\npublic-hoist-pattern[]=*x*\n',
    ),
  ],
  ['Git only changes ends of lines', { '.gitattributes': '* text=auto eol=lf\n*.png binary\n' }],
  [
    'package.json begins with a byte order mark',
    { 'package.json': `\ufeff${base['package.json']}` },
  ],
  [
    'the lock file has version 2',
    { 'package-lock.json': lock({}, { lockfileVersion: 2, dependencies: {} }) },
  ],
]

for (const [what, changes] of shareable) {
  test(`npm: shared: ${what}`, async () => {
    assert.equal(await verdictOn({ ...base, ...changes }), 'shared')
  })
}

test('npm: a lock file of tens of thousands of entries is rejected with a message', async () => {
  const many = Object.fromEntries(
    Array.from({ length: 31 }, (_, at) => {
      const dependencies = Array.from({ length: 1000 }, (_, each) => [`x${each}`, '1'])
      return [
        `node_modules/m${at}`,
        entry(`m${at}`, { dependencies: Object.fromEntries(dependencies) }),
      ]
    }),
  )
  const all = Object.fromEntries(
    Array.from({ length: 1000 }, (_, at) => [`node_modules/x${at}`, entry(`x${at}`)]),
  )
  const verdict = await verdictOn({ ...base, 'package-lock.json': lock({ ...many, ...all }) })
  assert.equal(verdict, 'package-lock.json names more than 30000 dependencies')
})
