import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  array,
  boolean,
  clearable,
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

const absent = {
  count: undefined,
  on: undefined,
  kind: undefined,
  tags: undefined,
  env: undefined,
}

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

for (const nothing of [undefined, null, '']) {
  test(`optional: ${JSON.stringify(nothing)} counts as absent, whatever the shape`, () => {
    const given = { count: nothing, on: nothing, kind: nothing, tags: nothing, env: nothing }
    const { value, problems } = read({ name: 'n', ...given })
    assert.deepEqual(problems, {})
    assert.deepEqual(value, { ...absent, name: 'n' })
  })
}

test('clearable: null counts as absent, and the empty text is a value', () => {
  const problems: Problems = {}
  const readText = (value: unknown) => clearable.read(value, 'text', problems)
  assert.deepEqual([undefined, null, '', 'x'].map(readText), [undefined, undefined, '', 'x'])
  assert.deepEqual(problems, {})
  readText(1)
  assert.deepEqual(problems, { text: 'must be text' })
})

test('every problem is told, by path', () => {
  const { problems } = read({ count: 1.5, on: 'yes', kind: 'c', tags: ['x', 1], env: { A: 1 } })
  assert.deepEqual(Object.keys(problems), ['name', 'count', 'on', 'kind', 'tags[1]', 'env.A'])
})

test('what is no object is one problem', () => {
  assert.deepEqual(read([]).problems, { '': 'must be an object' })
  assert.deepEqual(read(undefined).problems, { '': 'must be an object' })
})
