import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  array,
  boolean,
  clearable,
  exactOptional,
  integer,
  nonEmptyArray,
  number,
  object,
  objectOf,
  oneOf,
  oneOfValues,
  optional,
  read,
  record,
  type Schema,
  string,
  textOr,
  unknown,
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

/** The value, and its problems as an object. */
function tryRead<T>(schema: Schema<T>, given: unknown) {
  const { value, problems } = read(schema, given)
  return { value, problems: Object.fromEntries(problems ?? []) }
}

test('object: a valid value is read, and unknown names are dropped', () => {
  const { value, problems } = tryRead(shape, { name: 'n', count: 3, env: { A: '1' }, other: true })
  assert.deepEqual(problems, {})
  assert.equal(value?.name, 'n')
  assert.deepEqual(value?.env, { A: '1' })
  assert.equal('other' in (value ?? {}), false)
})

for (const nothing of [undefined, null, '']) {
  test(`optional: ${JSON.stringify(nothing)} counts as absent, whatever the inner schema`, () => {
    const given = { count: nothing, on: nothing, kind: nothing, tags: nothing, env: nothing }
    const { value, problems } = tryRead(shape, { name: 'n', ...given })
    assert.deepEqual(problems, {})
    assert.deepEqual({ ...absent, ...value }, { ...absent, name: 'n' })
  })
}

test('clearable: null counts as absent, and the empty text is a value', () => {
  const given = [undefined, null, '', 'x'].map((value) => tryRead(clearable, value))
  assert.deepEqual(
    given.map(({ value }) => value),
    [undefined, undefined, '', 'x'],
  )
  assert.ok(given.every(({ problems }) => Object.keys(problems).length === 0))
  assert.deepEqual(tryRead(object({ text: clearable }), { text: 1 }).problems, {
    text: 'must be text',
  })
})

test('read: every problem is reported, by path', () => {
  const { problems } = tryRead(shape, {
    count: 1.5,
    on: 'yes',
    kind: 'c',
    tags: ['x', 1],
    env: { A: 1 },
  })
  assert.deepEqual(Object.keys(problems), ['name', 'count', 'on', 'kind', 'tags[1]', 'env.A'])
})

test('object: anything else is one problem', () => {
  assert.deepEqual(tryRead(shape, []).problems, { '': 'must be an object' })
  assert.deepEqual(tryRead(shape, undefined).problems, { '': 'must be an object' })
})

test('object: a missing value has the same problem as one of a wrong type', () => {
  const required = object({ a: string, b: integer, c: object({ d: string }), e: array(string) })
  const { problems } = tryRead(required, {})
  assert.deepEqual(problems, {
    a: 'must be text',
    b: 'must be a whole number',
    c: 'must be an object',
    e: 'must be a list',
  })
  assert.deepEqual(tryRead(required, { a: 1, b: '1', c: [], e: {} }).problems, problems)
})

test('unknown: accepts anything, and nothing', () => {
  const anything = object({ config: unknown })
  for (const config of [undefined, null, '', 0, [], {}])
    assert.deepEqual(tryRead(anything, { config }), { value: { config }, problems: {} })
  assert.deepEqual(tryRead(anything, {}).problems, {})
})

test('number: values that JSON cannot represent are rejected', () => {
  for (const infinite of [JSON.parse('1e999'), JSON.parse('-1e999'), Number.NaN])
    assert.deepEqual(tryRead(number, infinite).problems, { '': 'must be a number' })
  assert.deepEqual(tryRead(integer, 2 ** 53).problems, { '': 'must be a whole number' })
})

test('record: names such as __proto__ are plain names, and change no prototype', () => {
  const given = JSON.parse('{"__proto__":"a","constructor":"b","prototype":"c","toString":"d"}')
  const { value, problems } = tryRead(record(string), given)
  assert.deepEqual(problems, {})
  assert.deepEqual(Object.entries(value ?? {}), Object.entries(given))
  assert.equal(Object.getPrototypeOf(value), Object.prototype)
  const wrong = tryRead(record(string), JSON.parse('{"__proto__":{"polluted":1}}'))
  assert.deepEqual(Object.entries(wrong.problems), [['__proto__', 'must be text']])
  const named = tryRead(shape, JSON.parse('{"__proto__":{"name":"inherited"},"count":1}'))
  assert.deepEqual(Object.keys(named.problems), ['name'])
  assert.equal(({} as Record<string, unknown>).polluted, undefined)
})

test('textOr: a text or an object, and the problem is that of the intended one', () => {
  const flavor = object({ flavor: textOr(object({ name: string })) })
  for (const given of ['S', { name: 'S' }])
    assert.deepEqual(tryRead(flavor, { flavor: given }).value, { flavor: given })
  const problemsOf = (given: unknown) => tryRead(flavor, { flavor: given }).problems
  assert.deepEqual(problemsOf(5), { flavor: 'must be text' })
  assert.deepEqual(problemsOf([]), { flavor: 'must be an object' })
  assert.deepEqual(problemsOf({}), { 'flavor.name': 'must be text' })
  assert.deepEqual(problemsOf({ name: 1 }), { 'flavor.name': 'must be text' })
})

test('read: all problems of a body are listed, but of a large one only the first', () => {
  const names = array(object({ name: string }))
  const wrong = (length: number) => Array.from({ length }, () => ({ name: 1 }))
  assert.equal(read(names, wrong(4000)).problems?.size, 4000)
  const { problems } = read(names, wrong(60_000))
  assert.deepEqual([...(problems ?? [])], [['[0].name', 'must be text']])
  const deep = Array.from({ length: 150 }, () => wrong(100))
  assert.equal(read(array(names), deep).problems?.size, 1)
  const right = Array.from({ length: 60_000 }, () => ({ name: 'a' }))
  assert.equal(read(names, right).value?.length, 60_000)
})

test('schema: the object of a type has an entry for each of its properties, or does not compile', () => {
  interface Thing {
    name: string
    size?: number
  }
  const whole = objectOf<Thing>()({ name: string, size: exactOptional(integer) })
  assert.deepEqual(read(whole, { name: 'a' }).value, { name: 'a' })
  // @ts-expect-error: `size` is missing.
  objectOf<Thing>()({ name: string })
})

test('schema: a table with equal values gives each of them once', () => {
  const state = oneOfValues({ queued: 'WIP', building: 'WIP', live: 'OK' })
  assert.deepEqual(state.options, ['WIP', 'OK'])
  assert.equal(read(state, 'OK').value, 'OK')
  assert.ok(read(state, 'live').problems)
})

test('schema: a list that must not be empty', () => {
  const command = nonEmptyArray(string)
  assert.deepEqual(read(command, ['a', 'b']).value, ['a', 'b'])
  for (const wrong of [[], [1], ['a', 1], 'a']) assert.ok(read(command, wrong).problems)
})
