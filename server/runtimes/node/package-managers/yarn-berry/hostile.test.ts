import assert from 'node:assert/strict'
import { test } from 'node:test'
import { dump, load } from 'js-yaml'
import {
  type Files,
  json,
  testVariants,
  verdictOn,
} from '#tests/support/projects/sharing-verdict.ts'

const manifest = {
  name: 'app',
  packageManager: 'yarn@4.10.3',
  scripts: { start: 'node a.js' },
  dependencies: { a: '^1.0.0' },
}
const checksum = '0'.repeat(128)
const entry = (
  key: string,
  { name = key.split('@')[0], version = '1.0.0', more = '' } = {},
) => `"${key}":
  version: ${version}
  resolution: "${name}@npm:${version}"
${more}  checksum: 10c0/${checksum}
  languageName: node
  linkType: hard
`
const needs = (...lines: string[]) =>
  `  dependencies:\n${lines.map((line) => `    ${line}\n`).join('')}`
const root = (...lines: string[]) => `"app@workspace:.":
  version: 0.0.0-use.local
  resolution: "app@workspace:."
${needs(...lines)}  languageName: unknown
  linkType: soft
`
const entryA = entry('a@npm:^1.0.0', { more: needs('b: "npm:^1.0.0"') })
const entryB = entry('b@npm:^1.0.0')
const head = '# This file is generated.\n\n__metadata:\n  version: 8\n  cacheKey: 10c0\n'
const lockOf = (...entries: string[]) => [head, ...entries].join('\n')
const lock = lockOf(entryA, entryB, root('a: "npm:^1.0.0"'))
const base: Files = {
  'package.json': json(manifest),
  'yarn.lock': lock,
  '.yarnrc.yml': 'nodeLinker: node-modules\n',
}
const locked = (text: string): Files => ({ 'yarn.lock': text })
const ofB = (from: string | RegExp, to: string) =>
  locked(lockOf(entryA, entryB.replace(from, to), root('a: "npm:^1.0.0"')))
const rooted = (more: object): Files => ({ 'package.json': json({ ...manifest, ...more }) })
const settings = (text: string): Files => ({ '.yarnrc.yml': `nodeLinker: node-modules\n${text}` })
const unverified = /"b@npm:\^1\.0\.0" has a checksum of another Yarn, which is not verified/
const stray = /"b@npm:\^1\.0\.0" does not come from a registry or has no checksum/

testVariants('Yarn 4', base, [
  [
    'a dependency of the root has no entry',
    locked(lockOf(entryB, root('a: "npm:^1.0.0"'))),
    /no entry for "a@\^1\.0\.0", which package\.json/,
  ],
  [
    'a dependency of a package has no entry',
    locked(lockOf(entryA, root('a: "npm:^1.0.0"'))),
    /no entry for "b@\^1\.0\.0", which "a@npm:1\.0\.0"/,
  ],
  ['an entry is for another range', ofB('"b@npm:^1.0.0"', '"b@npm:^1.0.1"'), /no entry for "b@/],
  [
    'a dependency that Yarn adds by itself has no entry',
    ofB(/$/, entry('terser@npm:^5.0.0', { version: '5.10.0' })),
    /no entry for "acorn@\^8\.5\.0", which "terser@npm:5\.10\.0"/,
  ],
  ['an entry has no checksum', ofB(/ {2}checksum.*\n/, ''), stray],
  ['a checksum is of another format of the cache', ofB('10c0/', '8/'), unverified],
  ['a checksum is of another compression', ofB('10c0/', '10/'), unverified],
  [
    'all checksums are of another format',
    locked(lock.replaceAll('10c0/', '').replace('cacheKey: 10c0', 'cacheKey: 9c0')),
    /which is not verified/,
  ],
  [
    'a checksum has no format',
    locked(lock.replaceAll('10c0/', '').replace('  cacheKey: 10c0\n', '')),
    /which is not verified/,
  ],
  ['compression is another one', settings('compressionLevel: mixed\n'), /which is not verified/],
  ['compression is not known', settings('compressionLevel: evil\n'), /not known how Yarn/],
  ['a checksum is cut', ofB(checksum, '0'.repeat(64)), /has no whole checksum/],
  ['a checksum is that of an alias', ofB('  checksum: ', '  checksum: &x '), /cannot be parsed/],
  ['an entry is Git', ofB('b@npm:1.0.0', 'b@https://x.example/b.git#commit=01'), stray],
  ['an entry is an address', ofB('b@npm:1.0.0', 'b@https://x.example/b.tgz'), stray],
  [
    'an entry has an address of its own',
    ofB('b@npm:1.0.0', 'b@npm:1.0.0::__archiveUrl=https%3A%2F%2Fx.example%2Fb.tgz'),
    stray,
  ],
  ['an entry is a folder', ofB('b@npm:1.0.0', 'b@portal:../b::locator=app'), stray],
  [
    'an entry is patched by a file',
    ofB('b@npm:1.0.0', 'b@patch:b@npm%3A1.0.0#./b.patch::version=1.0.0&hash=0'),
    stray,
  ],
  [
    'an entry is patched by a file behind one of Yarn',
    ofB('b@npm:1.0.0', 'b@patch:b@npm%3A1.0.0#builtin<compat/b>&./b.patch'),
    stray,
  ],
  [
    'an entry pretends to be patched by Yarn',
    ofB('b@npm:1.0.0', 'b@patch:b@npm%3A1.0.0#optional!builtin<compat/b>::version=1.0.0&hash=0'),
    stray,
  ],
  ['an entry is soft', ofB('linkType: hard', 'linkType: soft'), stray],
  ['an entry is of another language', ofB('languageName: node', 'languageName: evil'), stray],
  [
    'an entry is another package',
    ofB('resolution: "b@', 'resolution: "evil@'),
    /another package for "b@/,
  ],
  [
    'an entry has a field that is not known',
    ofB('  checksum', '  evil: x\n  checksum'),
    /has "evil"/,
  ],
  ['a version is no version', ofB('version: 1.0.0', 'version: x'), /cannot be read/],
  [
    'a key stands in two entries',
    locked(lockOf(entryA, entryB, entry('b@npm:^1.0.0, b@npm:^1.0.1'), root('a: "npm:^1.0.0"'))),
    /two entries for "b@npm:\^1\.0\.0"/,
  ],
  [
    'an entry stands twice',
    locked(lockOf(entryA, entryB, entryB, root('a: "npm:^1.0.0"'))),
    /cannot be parsed/,
  ],
  [
    'there are two workspaces',
    locked(
      `${lock}\n"c@workspace:c":\n  version: 0.0.0-use.local\n  resolution: "c@workspace:c"\n  languageName: unknown\n  linkType: soft\n`,
    ),
    /has workspaces/,
  ],
  [
    'the lock file is for other dependencies',
    rooted({ dependencies: { a: '^1.0.1' } }),
    /does not agree/,
  ],
  [
    'the lock file has more dependencies',
    locked(lockOf(entryA, entryB, root('a: "npm:^1.0.0"', 'b: "npm:^1.0.0"'))),
    /does not agree/,
  ],
  ['the lock file is that of Yarn 1', locked('# yarn lockfile v1\n'), /format of Yarn 1/],
  [
    'a comment makes Yarn read another grammar',
    locked(`# yarn lockfile v1\n${lock}`),
    /format of Yarn 1/,
  ],
  [
    'it is larger than what is parsed',
    locked(`${lock}# ${'x'.repeat(1024 * 1024)}\n`),
    /is larger than 1 MB/,
  ],
  [
    'a replacement has no entry',
    rooted({ resolutions: { b: 'npm:2.0.0' } }),
    /no entry for "b@2\.0\.0"/,
  ],
  [
    'a replacement is for one range',
    rooted({ resolutions: { 'b@npm:^1.0.0': '2.0.0' } }),
    /resolutions of package\.json/,
  ],
  [
    'a replacement is a patch',
    rooted({ resolutions: { b: 'patch:b@npm%3A1.0.0#./b.patch' } }),
    /does not come from a registry/,
  ],
  ['settings accept other checksums', settings('checksumBehavior: update\n'), /another hash/],
  [
    'settings accept them below a quoted key',
    settings('"checksumBehavior": ignore\n'),
    /another hash/,
  ],
  [
    'settings accept them below a key with a space',
    settings('checksumBehavior : ignore\n'),
    /another hash/,
  ],
  [
    'settings accept them in flow style',
    { '.yarnrc.yml': '{nodeLinker: node-modules, checksumBehavior: ignore}' },
    /another hash/,
  ],
  [
    'settings accept them by an escape',
    settings('"checksum\\x42ehavior": ignore\n'),
    /another hash/,
  ],
  ['settings name a Yarn', settings("'yarnPath': ./evil.cjs\n"), /names files of the repository/],
  [
    'settings name plugins',
    settings('"plugins":\n  - evil.cjs\n'),
    /names files of the repository/,
  ],
  ['settings name files of variables', settings('injectEnvironmentFiles: [x]\n'), /names files/],
  [
    'settings extend packages',
    settings('packageExtensions:\n  "a@*":\n    dependencies:\n      evil: "*"\n'),
    /sets "packageExtensions"/,
  ],
  ['settings name a catalog', settings('catalog:\n  a: 1.0.0\n'), /sets "catalog"/],
  ['settings name a cache', settings('cacheFolder: ./x\n'), /sets "cacheFolder"/],
  ['settings name a protocol', settings('defaultProtocol: "file:"\n'), /sets "defaultProtocol"/],
  [
    'settings name a platform',
    settings('supportedArchitectures: {os: [darwin]}\n'),
    /sets "supportedArchitectures"/,
  ],
  ['settings share files by links', settings('nmMode: hardlinks-global\n'), /sets "nmMode"/],
  ['settings name a lock file', settings('lockfileFilename: x\n'), /sets "lockfileFilename"/],
  ['settings hide behind an alias', settings('a: &x 1\n'), /linker is "pnp"|cannot be read/],
  [
    'settings are of another grammar',
    { '.yarnrc.yml': '# yarn lockfile v1\nnodeLinker: node-modules\n' },
    /cannot be read/,
  ],
  ['settings name variables', settings('npmAuthToken: $' + '{X}\n'), /names variables/],
])

/** The lock file in another YAML style. */
const restyled = (text: string) => dump(load(text), { flowLevel: 0, lineWidth: -1 })
const patched = `"typescript@patch:typescript@npm%3A^5.0.0#optional!builtin<compat/typescript>":
  version: 5.4.5
  resolution: "typescript@patch:typescript@npm%3A5.4.5#optional!builtin<compat/typescript>::version=5.4.5&hash=e012d7"
  checksum: 10c0/${checksum}
  languageName: node
  linkType: hard
`
const shareable: [string, Files][] = [
  ['in flow style', locked(restyled(lock))],
  ['with the format of checksums said once', locked(lock.replaceAll('10c0/', ''))],
  [
    'with an alias',
    locked(
      lockOf(
        entryA.replace('b: "npm:^1.0.0"', 'b: "npm:c@^1.0.0"'),
        entry('b@npm:c@^1.0.0', { name: 'c' }),
        root('a: "npm:^1.0.0"'),
      ),
    ),
  ],
  [
    'with a replacement',
    {
      ...rooted({ resolutions: { b: '2.0.0' } }),
      ...locked(
        lockOf(entryA, entry('b@npm:2.0.0', { version: '2.0.0' }), root('a: "npm:^1.0.0"')),
      ),
    },
  ],
  [
    'with a patch that Yarn brings',
    {
      ...rooted({ dependencies: { typescript: '^5.0.0' } }),
      ...locked(
        lockOf(
          entry('typescript@npm:^5.0.0', { version: '5.4.5' }),
          patched,
          root('typescript: "npm:^5.0.0"'),
        ),
      ),
    },
  ],
  [
    'with what Yarn adds',
    {
      ...rooted({ dependencies: { terser: '^5.0.0' } }),
      ...locked(
        lockOf(
          entry('acorn@npm:^8.5.0', { version: '8.6.0' }),
          entry('terser@npm:^5.0.0', { version: '5.10.0' }),
          root('terser: "npm:^5.0.0"'),
        ),
      ),
    },
  ],
  [
    'with settings of another place',
    settings(
      'npmRegistryServer: https://r.example\nenableTelemetry: false\nhttpRetry: 0\ncompressionLevel: 0\n',
    ),
  ],
  [
    'with another compression throughout',
    { ...settings('compressionLevel: mixed\n'), ...locked(lock.replaceAll('10c0', '10')) },
  ],
  [
    'of Yarn 3',
    {
      ...rooted({ packageManager: 'yarn@3.2.3' }),
      ...locked(lock.replaceAll('10c0', '8').replace('version: 8', 'version: 6')),
    },
  ],
]

for (const [what, changes] of shareable) {
  test(`Yarn 4: shared: ${what}`, async () => {
    assert.equal(await verdictOn({ ...base, ...changes }), 'shared')
  })
}
