import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isDeployedTag, isTagPattern, newestTag, tagRefs } from './newest-tag.ts'

test('newest tag: the highest version wins, however tags are written and in whatever order', () => {
  const cases: [patterns: string[], tags: string[], newest: string | undefined][] = [
    [['v*'], ['v1.9.0', 'v1.10.0', 'v1.2.0'], 'v1.10.0'],
    [['v*'], ['v2.0.0', 'v1.9.9'], 'v2.0.0'],
    [['v*'], ['v1.0', 'v1.0.1', 'v1'], 'v1.0.1'],
    [['*'], ['release-2024-01-05', 'release-2023-12-31'], 'release-2024-01-05'],
    [['shop/v*'], ['shop/v1.2.0', 'blog/v9.0.0'], 'shop/v1.2.0'],
    [['v?'], ['v1', 'v9', 'v10'], 'v9'],
    [['v*'], ['v99999999999999999999', 'v100000000000000000000'], 'v100000000000000000000'],
    [['v*'], ['v010', 'v9'], 'v010'],
    [['v*'], ['1.0.0', 'w1.0.0'], undefined],
    [['live'], ['live', 'v1.0.0'], 'live'],
    [['v*', 'live'], ['live', 'v1.0.0'], 'v1.0.0'],
    [['v*'], ['v1.0.0 ', 'v1.0.0\u202e'], undefined],
  ]
  for (const [patterns, tags, newest] of cases) {
    assert.equal(newestTag(tags, patterns), newest, `${patterns}: ${tags}`)
    assert.equal(newestTag(tags.toReversed(), patterns), newest, `${patterns}: ${tags} reversed`)
  }
})

test('newest tag: a pre-release counts only where a pattern is meant for it', () => {
  const tags = ['v1.0.0', 'v2.0.0-rc.2', 'v2.0.0-rc.10', 'v2.0.0-beta.3']
  assert.equal(newestTag(tags, ['v*']), 'v1.0.0')
  assert.equal(newestTag(tags, ['v*-*']), 'v2.0.0-rc.10')
  assert.equal(newestTag(tags, ['v*', 'v*-*']), 'v2.0.0-rc.10')
  assert.equal(newestTag([...tags, 'v2.0.0'], ['v*', 'v*-*']), 'v2.0.0')
  assert.equal(newestTag(['1.0rc1', '0.9'], ['*']), '0.9')
  assert.ok(isDeployedTag('1.0rc1', ['*rc*']))
  assert.ok(isDeployedTag('v1.0.0.Final', ['v*']))
})

test('newest tag: patterns are those that a command can take, and list what they match', () => {
  for (const pattern of ['v*', 'release-?', 'a/b', '*', '1.0+x']) assert.ok(isTagPattern(pattern))
  for (const pattern of ['', '-v*', '/v', 'a b', 'v[0-9]', 'a:b', 'v^{}', `v${'*'.repeat(100)}`]) {
    assert.ok(!isTagPattern(pattern), pattern)
  }
  assert.deepEqual(tagRefs(['v*.0', 'live']), ['refs/tags/v*', 'refs/tags/live*'])
  // As a regular expression this one would not end.
  assert.equal(newestTag([`v${'1'.repeat(190)}!`], [`v${'*1'.repeat(40)}`]), undefined)
})
