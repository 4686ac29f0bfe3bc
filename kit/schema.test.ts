import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  array,
  boolean,
  integer,
  object,
  oneOf,
  optional,
  type Problems,
  record,
  string,
} from './schema.ts'

const shape = object({
  name: string,
  count: optional(integer),
  on: optional(boolean),
  kind: optional(oneOf('a', 'b')),
  tags: optional(array(string)),
  env: optional(record(string)),
})

function read(value: unknown) {
  const problems: Problems = {}
  return { value: shape.read(value, '', problems), problems }
}

test('a value of the right shape is read, and unknown names are left out', () => {
  const { value, problems } = read({ name: 'n', count: 3, env: { A: '1' }, other: true })
  assert.deepEqual(problems, {})
  assert.equal(value?.name, 'n')
  assert.deepEqual(value?.env, { A: '1' })
  assert.equal('other' in (value ?? {}), false)
})

test('null counts as absent', () => {
  const { value, problems } = read({ name: 'n', count: null, kind: null })
  assert.deepEqual([problems, value?.count, value?.kind], [{}, undefined, undefined])
})

test('every problem is told, by path', () => {
  const { problems } = read({ count: 1.5, on: 'yes', kind: 'c', tags: ['x', 1], env: { A: 1 } })
  assert.deepEqual(Object.keys(problems), ['name', 'count', 'on', 'kind', 'tags[1]', 'env.A'])
})

test('what is no object is one problem', () => {
  assert.deepEqual(read([]).problems, { '': 'must be an object' })
  assert.deepEqual(read(undefined).problems, { '': 'must be an object' })
})
