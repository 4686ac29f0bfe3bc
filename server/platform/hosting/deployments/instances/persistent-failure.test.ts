import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createPersistentFailure, type Observation } from './persistent-failure.ts'

const elsewhere = [{ host: '0.0.0.0', port: 3000 }]
const seen = (more: Partial<Observation>): Observation => ({
  answers: [undefined],
  sockets: [],
  port: 8080,
  ...more,
})

for (const [what, observation, isFailure] of [
  ['a steady 500', seen({ answers: [500] }), true],
  ['a steady redirect', seen({ answers: [302, 404] }), true],
  ['a steady 503, which means not yet', seen({ answers: [503] }), false],
  ['one path that does not answer', seen({ answers: [500, undefined] }), false],
  ['another port', seen({ sockets: elsewhere }), true],
  ['the right port on loopback', seen({ sockets: [{ host: '127.0.0.1', port: 8080 }] }), true],
  ['the right port', seen({ sockets: [...elsewhere, { host: '::', port: 8080 }] }), false],
  ['nothing that listens', seen({}), false],
] as const) {
  test(`persistent failure: ${what} is ${isFailure ? '' : 'not '}one`, () => {
    const failure = createPersistentFailure(1000)
    assert.equal(failure.isSteady(observation, 0), false)
    assert.equal(failure.isSteady(observation, 999), false)
    assert.equal(failure.isSteady(observation, 1000), isFailure)
  })
}

test('persistent failure: any change restarts the waiting time', () => {
  const failure = createPersistentFailure(1000)
  failure.isSteady(seen({ answers: [500] }), 0)
  assert.equal(failure.isSteady(seen({ answers: [404] }), 1500), false)
  assert.equal(failure.isSteady(seen({}), 2000), false)
  assert.equal(failure.isSteady(seen({ answers: [404] }), 2600), false)
  assert.equal(failure.isSteady(seen({ answers: [404] }), 3600), true)
})
