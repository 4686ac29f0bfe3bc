import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Failure } from '#platform/model/hosting/deployments/failure.ts'
import { catalogueWith } from '#tests/support/packaged-catalogue.ts'
import { allVersions } from '#toolchains/catalogue/catalogue.ts'
import { shippedCatalogue } from '#toolchains/catalogue/shipped-catalogue.ts'
import { chooseNode } from './node-version.ts'
import { npmFor } from './package-managers/npm/npm-version.ts'

const versions = ['18.20.8', '20.19.6', '22.15.1', '22.20.0', '22.21.0', '23.11.0', '23.11.1']
  .concat(['24.0.0', '24.11.0', '24.21.0', '26.10.0'])
  .toReversed()

const facts = catalogueWith(versions)
const choose = (engines?: string, variable?: string) => chooseNode({ engines, variable }, facts)

const answers: [string, string][] = [
  ['24', '24.21.0'],
  ['23.11', '23.11.1'],
  ['22.15.1', '22.15.1'],
  ['v22.15.1', '22.15.1'],
  ['=22.15.1', '22.15.1'],
  ['22.x', '22.21.0'],
  ['^20', '20.19.6'],
  ['~22.15', '22.15.1'],
  ['20.x || 22.x', '22.21.0'],
  ['>=18', '24.21.0'],
  ['>=10', '24.21.0'],
  ['^20 || >=22', '24.21.0'],
  ['>=25', '26.10.0'],
  ['>=18 <23', '22.21.0'],
  ['18 - 20', '20.19.6'],
  [' 24 ', '24.21.0'],
  ['lts', '24.21.0'],
  ['lts/*', '24.21.0'],
  ['lts/krypton', '24.21.0'],
  ['lts/Jod', '22.21.0'],
  ['lts-iron', '20.19.6'],
  ['node', '26.10.0'],
  ['current', '26.10.0'],
  ['latest', '26.10.0'],
]

for (const [range, version] of answers) {
  test(`Node version: ${range} results in ${version}, from package.json and from the variable`, () => {
    assert.equal(choose(range).version, version)
    assert.equal(choose(undefined, range).version, version)
  })
}

test('Node version: the default is used without a request, and for a request of any version', () => {
  for (const engines of [undefined, '', ' ', '*', 'x']) {
    assert.deepEqual(choose(engines), {
      version: '22.20.0',
      notes: ['Node 22.20.0 (default)'],
      warnings: [],
    })
    assert.equal(choose(engines, '20').version, '20.19.6')
  }
})

test('Node version: package.json wins over the variable, and the log says so', () => {
  assert.deepEqual(choose('^22', '24'), {
    version: '22.21.0',
    notes: [
      'Node 22.21.0 (engines.node "^22")',
      'CC_NODE_VERSION is not used, because engines.node is given.',
    ],
    warnings: [],
  })
})

test('Node version: a range without an upper bound leads to a warning', () => {
  const [warning] = choose('>=18').warnings
  assert.match(warning ?? '', /^engines\.node ">=18" has no upper end.*"24\.x" stays on one\.$/)
  assert.deepEqual(choose('lts').warnings, [])
})

const failures: [string, string][] = [
  ['99', 'There is no Node for engines.node "99"; the nearest here is 26.10.0.'],
  [
    '22.15.9',
    'There is no Node for engines.node "22.15.9"; the nearest here are 22.15.1 and 22.20.0.',
  ],
  ['^21', 'There is no Node for engines.node "^21"; the nearest here are 20.19.6 and 22.15.1.'],
  ['8', 'There is no Node for engines.node "8"; the nearest here is 18.20.8.'],
  ['<18', 'There is no Node for engines.node "<18"; the nearest here is 18.20.8.'],
  ['>23 <22', 'There is no Node for engines.node ">23 <22".'],
  [
    'lts/argon',
    'engines.node is "lts/argon", which is not a version of Node: use one such as 24, 22.15.1, ^22 or lts.',
  ],
  [
    'lts/gallium',
    'engines.node is "lts/gallium", which is not a version of Node: use one such as 24, 22.15.1, ^22 or lts.',
  ],
  [
    'twenty',
    'engines.node is "twenty", which is not a version of Node: use one such as 24, 22.15.1, ^22 or lts.',
  ],
]

for (const [range, sentence] of failures) {
  test(`Node version: ${range} fails with one message`, () => {
    assert.throws(
      () => choose(range),
      (error) => error instanceof Failure && error.step === 'recipe' && error.message === sentence,
    )
  })
}

test('Node version: an overlong or odd request is truncated in the message', () => {
  for (const range of ['>'.repeat(100_000), '1 || '.repeat(50_000), '\u0000\n\u2028', '22\n22']) {
    try {
      choose(range)
    } catch (error) {
      assert.ok(error instanceof Failure)
      assert.ok(error.message.length < 300)
      assert.doesNotMatch(error.message, /[\x00-\x1f\u2028]/)
    }
  }
})

test('Node version: every Node of the catalogue has an npm', () => {
  for (const version of allVersions(shippedCatalogue.tools.node ?? assert.fail())) {
    assert.ok(npmFor(version), version)
  }
  assert.equal(npmFor('22.20.0'), '10.9.3')
  assert.equal(npmFor('24.21.0'), '11.13.0')
  assert.equal(npmFor('20.0.0'), '8.19.4')
  assert.equal(npmFor('8.17.0'), undefined)
})
