import assert from 'node:assert/strict'
import { test } from 'node:test'
import { parseYarnV1 } from './lock-text.ts'

const lock = `# yarn lockfile v1


a@^1.0.0, "a@npm:a@^1.1.0":
  version "1.2.0"
  resolved "https://registry.example/a-1.2.0.tgz#98ab"
  dependencies:
    "@b/c" "^2.0.0 || 3"
    d latest
  optionalDependencies:
    e "1"

"@b/c@^2.0.0 || 3":
  version "2.0.0"
`

test('Yarn 1: the format that Yarn writes is parsed', () => {
  const plain = parseYarnV1(lock)?.map(({ keys, fields, groups }) => ({
    keys,
    fields: Object.fromEntries(fields),
    groups: Object.fromEntries([...groups].map(([name, all]) => [name, Object.fromEntries(all)])),
  }))
  assert.deepEqual(plain, [
    {
      keys: ['a@^1.0.0', 'a@npm:a@^1.1.0'],
      fields: { version: '1.2.0', resolved: 'https://registry.example/a-1.2.0.tgz#98ab' },
      groups: {
        dependencies: { '@b/c': '^2.0.0 || 3', d: 'latest' },
        optionalDependencies: { e: '1' },
      },
    },
    { keys: ['@b/c@^2.0.0 || 3'], fields: { version: '2.0.0' }, groups: {} },
  ])
  assert.deepEqual(parseYarnV1(lock.replaceAll('\n', '\r\n')), parseYarnV1(lock))
  assert.deepEqual(parseYarnV1(''), [])
})

const refused: Record<string, string> = {
  'signs of a merge': `<<<<<<< HEAD\n${lock}=======\n>>>>>>> other\n`,
  'a repeated key': `${lock}\na@^1.0.0:\n  version "6.6.6"\n`,
  'a repeated key within an entry': lock.replace('a@^1.0.0,', 'a@^1.0.0, a@^1.0.0,'),
  'a repeated field': lock.replace('  resolved', '  version "6.6.6"\n  resolved'),
  'a repeated dependency': lock.replace('    d latest', '    d latest\n    d "6"'),
  'a repeated group': lock.replace('optionalDependencies', 'dependencies'),
  'an entry that stands for another': `${lock}\nx@1 "a@^1.0.0"\n`,
  'another indentation': lock.replaceAll('    ', '      '),
  'a tab': lock.replace('  version', '\tversion'),
  'a line break that only Yarn sees': lock.replace('"1.2.0"', '"1.2.0"\r  version "6.6.6"'),
  'a field without an entry': '  version "1"\n',
  'a dependency without a group': lock.replace('  dependencies:\n', ''),
  'a boolean': lock.replace('"1.2.0"', 'true'),
  'a number': lock.replace('"1.2.0"', '1'),
  'a quote that is not closed': lock.replace('"1.2.0"', '"1.2.0'),
  'a comment behind a value': lock.replace('"1.2.0"', '"1.2.0" # x'),
  'the format of later Yarns': '__metadata:\n  version: 8\n',
  'a key like that of prototypes': lock.replace('@b/c', '__proto__'),
}

for (const [what, text] of Object.entries(refused)) {
  test(`Yarn 1: ${what} is rejected`, () => assert.equal(parseYarnV1(text), undefined))
}
