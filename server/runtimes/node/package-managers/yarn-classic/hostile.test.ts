import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  type Files,
  json,
  sha512,
  testVariants,
  verdictOn,
} from '#tests/support/projects/sharing-verdict.ts'

const manifest = { scripts: { start: 'node a.js' }, dependencies: { a: '^1.0.0' } }
const resolved = (name: string) => `https://registry.example/${name}/-/${name}-1.0.0.tgz#98ab`
const pin = (name: string) =>
  `  version "1.0.0"\n  resolved "${resolved(name)}"\n  integrity ${sha512()}\n`
const entryA = `a@^1.0.0:\n${pin('a')}  dependencies:\n    b "^1.0.0"\n`
const entryB = `b@^1.0.0:\n${pin('b')}`
const lockOf = (...entries: string[]) => `# yarn lockfile v1\n\n\n${entries.join('\n')}`
const lock = lockOf(entryA, entryB)
const base: Files = { 'package.json': json(manifest), 'yarn.lock': lock }
const locked = (text: string): Files => ({ 'yarn.lock': text })
const ofB = (from: string | RegExp, to: string) => locked(lockOf(entryA, entryB.replace(from, to)))
const rooted = (more: object): Files => ({ 'package.json': json({ ...manifest, ...more }) })
const unreadable = /cannot be read/
const stray = /"b@\^1\.0\.0" does not come from a registry/
const notPinned = /"b@\^1\.0\.0" is not pinned by a sha512/

testVariants('Yarn 1', base, [
  [
    'it is larger than what is parsed',
    locked(`${lock}# ${'x'.repeat(2 * 1024 * 1024)}\n`),
    /is larger than 2 MB/,
  ],
  [
    'a dependency of the root has no entry',
    locked(lockOf(entryB)),
    /no entry for "a@\^1\.0\.0", which package\.json/,
  ],
  [
    'a dependency of a package has no entry',
    locked(lockOf(entryA)),
    /no entry for "b@\^1\.0\.0", which "a@\^1\.0\.0"/,
  ],
  [
    'an optional dependency has no entry',
    ofB(/$/, '  optionalDependencies:\n    c "1"\n'),
    /no entry for "c@1"/,
  ],
  ['an entry is for another range', ofB('b@^1.0.0:', 'b@^1.0.1:'), /no entry for "b@\^1\.0\.0"/],
  [
    'a development dependency has no entry',
    rooted({ devDependencies: { c: '1' } }),
    /no entry for "c@1"/,
  ],
  [
    'a version does not fit',
    ofB('"1.0.0"', '"0.9.0"'),
    /version for "b@\^1\.0\.0" that does not fit/,
  ],
  ['a version is a coming one', ofB('"1.0.0"', '"1.0.0-beta"'), /does not fit/],
  ['a version is no version', ofB('"1.0.0"', 'newest'), /has no version/],
  ['there is no hash', ofB(/ {2}integrity .*\n/, ''), notPinned],
  [
    'a hash is sha1',
    ofB(/integrity .*\n/, 'integrity sha1-QOlmfT+zUvYWTsVJjrXPBA4RZT0=\n'),
    notPinned,
  ],
  ['a hash is cut', ofB(/integrity .*\n/, 'integrity sha512-AAAA\n'), notPinned],
  ['a hash is empty', ofB(/integrity .*\n/, 'integrity sha512-\n'), notPinned],
  [
    'two hashes are allowed',
    ofB(/integrity .*\n/, `integrity "${sha512()} ${sha512('B')}"\n`),
    notPinned,
  ],
  ['a hash stands in a comment', ofB('  integrity', '  # integrity'), notPinned],
  [
    'a hash is that of a dependency',
    ofB('  integrity', '  dependencies:\n    integrity'),
    notPinned,
  ],
  [
    'nothing says where it was resolved',
    ofB(/ {2}resolved .*\n/, ''),
    /does not say where "b@\^1\.0\.0" was resolved/,
  ],
  ['it is Git', ofB(/resolved .*\n/, 'resolved "git+https://x.example/b.git#01"\n'), stray],
  ['it is Git over http', ofB(/resolved .*\n/, 'resolved "https://x.example/b.git#01"\n'), stray],
  ['it is a file', ofB(/resolved .*\n/, 'resolved "file:b.tgz#01"\n'), stray],
  ['its key is a file', ofB('b@^1.0.0:', 'b@^1.0.0, "b@file:../b":'), stray],
  ['its key is Git', ofB('b@^1.0.0:', 'b@^1.0.0, "b@git+ssh://x/y":'), stray],
  ['its key is a repository by its short name', ofB('b@^1.0.0:', 'b@^1.0.0, b@x/y:'), stray],
  ['its key is an address', ofB('b@^1.0.0:', 'b@^1.0.0, "b@https://x.example/b.tgz":'), stray],
  ['it answers for two packages', ofB('b@^1.0.0:', 'b@^1.0.0, c@^1.0.0:'), stray],
  ['an alias is another package', ofB('b@^1.0.0:', 'b@^1.0.0, "b@npm:c@1":'), stray],
  [
    'it has variants built before',
    ofB(/$/, '  prebuiltVariants:\n    x "y"\n'),
    /has "prebuiltVariants"/,
  ],
  ['it names a registry', ofB('  version', '  registry yarn\n  version'), /has "registry"/],
  ['it has an id of its own', ofB('  version', '  uid x\n  version'), /has "uid"/],
  ['an entry stands twice', locked(lockOf(entryA, entryB, entryB)), unreadable],
  ['a field stands twice', ofB('  resolved', '  version "6.6.6"\n  resolved'), unreadable],
  ['a merge was left', locked(`<<<<<<< HEAD\n${lock}=======\n${lock}>>>>>>> x\n`), unreadable],
  ['the indentation is another one', locked(lock.replaceAll('  ', '    ')), unreadable],
  ['an entry stands for another', locked(lockOf(entryA, entryB, 'c@1 "b@^1.0.0"\n')), unreadable],
  ['a carriage return hides a line', ofB('"1.0.0"', '"1.0.0"\r  version "6.6.6"'), unreadable],
  [
    'a replacement has no entry',
    rooted({ resolutions: { b: '2.0.0' } }),
    /no entry for "b@2\.0\.0"/,
  ],
  [
    'a replacement is for one parent',
    rooted({ resolutions: { 'a/b': '1.0.0' } }),
    /resolutions of package\.json/,
  ],
  [
    'a replacement is a folder',
    rooted({ resolutions: { b: 'file:./b' } }),
    /does not come from a registry/,
  ],
  ['package.json is flat', rooted({ flat: true }), /package\.json has "flat"/],
  [
    'package.json wants Plug and Play',
    rooted({ installConfig: { pnp: true } }),
    /has "installConfig"/,
  ],
  ['there is a .yarnrc', { '.yarnrc': '' }, /there is a \.yarnrc/],
  [
    '.npmrc names a mirror',
    { '.npmrc': 'yarn-offline-mirror=./x\n' },
    /sets "yarn-offline-mirror"/,
  ],
  ['.npmrc turns the lock file off', { '.npmrc': '"package-lock"=false\n' }, /sets "package-lock"/],
])

const both = `"b-cjs@npm:b@^1.0.0", b@^1.0.0:\n  name b-cjs\n${pin('b')}`
const shareable: [string, Files][] = [
  [
    'with an alias of the same package',
    {
      ...rooted({ dependencies: { a: '^1.0.0', 'b-cjs': 'npm:b@^1.0.0' } }),
      ...locked(lockOf(entryA, both)),
    },
  ],
  [
    'with a tag',
    {
      ...rooted({ dependencies: { a: 'latest' } }),
      ...locked(lockOf(entryA.replace('a@^1.0.0', 'a@latest'), entryB)),
    },
  ],
  [
    'with a replacement',
    {
      ...rooted({ resolutions: { '**/b': '2.0.0' } }),
      ...locked(
        lockOf(entryA, entryB.replace('b@^1.0.0', 'b@2.0.0').replace('"1.0.0"', '"2.0.0"')),
      ),
    },
  ],
  ['on lines of Windows', locked(lock.replaceAll('\n', '\r\n'))],
]

for (const [what, changes] of shareable) {
  test(`Yarn 1: shared: ${what}`, async () => {
    assert.equal(await verdictOn({ ...base, ...changes }), 'shared')
  })
}
