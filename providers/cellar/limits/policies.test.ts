import assert from 'node:assert/strict'
import { test } from 'node:test'
import { policiesFor } from './policies.ts'

const place = { bucket: 'ships', keyId: 'CELLAR1', own: null }
// biome-ignore lint/suspicious/noExplicitAny: a test looks at what it expects.
const statements = (policy: string | null | undefined): any[] => JSON.parse(policy ?? '').Statement

test('bucket policies: an open bucket has what its owner has written, and none if that is refused', () => {
  assert.deepEqual(policiesFor('open', place), [null])
  assert.deepEqual(policiesFor('open', { ...place, own: '{}' }), ['{}', null])
})

test('bucket policies: a held bucket denies everybody to write, and lets its owner do the rest', () => {
  const [alone, ...others] = policiesFor('held', place)
  assert.deepEqual(others, [])
  const [denied, allowed] = statements(alone)
  assert.deepEqual([denied.Effect, denied.Principal], ['Deny', '*'])
  assert.ok(denied.Action.includes('s3:PutObject'))
  assert.ok(denied.Action.includes('s3:PutBucketPolicy'))
  assert.deepEqual(allowed.Principal, { AWS: ['CELLAR1'] })
  assert.deepEqual(allowed.Resource, ['arn:aws:s3:::ships', 'arn:aws:s3:::ships/*'])
})

test('bucket policies: what the owner has written stays while the bucket is held, unless there is no room', () => {
  const own = { Effect: 'Allow', Principal: '*', Action: 's3:GetObject', Resource: '*' }
  for (const Statement of [own, [own]]) {
    const policies = policiesFor('held', { ...place, own: JSON.stringify({ Statement }) })
    assert.deepEqual(statements(policies[0]).slice(0, -2), [own])
    assert.equal(statements(policies[0]).length, 3)
    assert.equal(statements(policies[1]).length, 2)
  }
  assert.equal(policiesFor('held', { ...place, own: 'no JSON' }).length, 2)
})

test('bucket policies: a closed bucket denies everything, whatever its owner has written', () => {
  const own = JSON.stringify({ Statement: [{ Effect: 'Allow', Action: 's3:*' }] })
  const [policy] = policiesFor('closed', { ...place, own })
  assert.deepEqual(
    statements(policy).map(({ Effect, Action }) => [Effect, Action]),
    [['Deny', 's3:*']],
  )
})
