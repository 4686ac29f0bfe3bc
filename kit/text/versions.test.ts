import assert from 'node:assert/strict'
import { test } from 'node:test'
import { allSatisfying, maxSatisfying, minVersion, satisfies, validRange } from './versions.ts'

const known = ['1.0.0', '1.2.0', '2.0.0']

test('versions: ranges that people write are parsed', () => {
  const engines = '^1.0.0 || ^2.0.0 || ^3.0.0 || >=5'
  assert.equal(validRange('>=1 <2'), '>=1.0.0 <2.0.0-0')
  assert.equal(validRange(''), '*')
  assert.ok(satisfies('2.1.0', engines))
  assert.ok(!satisfies('4.0.0', engines))
  assert.deepEqual(allSatisfying(known, '1.x'), ['1.0.0', '1.2.0'])
  assert.equal(maxSatisfying(known, '^1'), '1.2.0')
  assert.equal(minVersion('>1.0.0')?.version, '1.0.1')
})

test('versions: a range that is too long or has too many alternatives is invalid everywhere', () => {
  const long = `1.0.0${' '.repeat(252)}`
  const wide = Array.from({ length: 17 }, () => '1').join('||')
  for (const range of [long, wide, '1||'.repeat(240_000)]) {
    assert.equal(validRange(range), null)
    assert.equal(satisfies('1.0.0', range), false)
    assert.equal(maxSatisfying(known, range), null)
    assert.equal(minVersion(range), null)
    assert.deepEqual(allSatisfying(known, range), [])
  }
  assert.equal(
    validRange(wide.slice(3)),
    Array.from({ length: 16 }, () => '>=1.0.0 <2.0.0-0').join('||'),
  )
})

test('versions: what is not a range is refused instead of thrown', () => {
  assert.equal(validRange('latest'), null)
  assert.equal(minVersion('latest'), null)
  assert.equal(satisfies('one', '*'), false)
})
