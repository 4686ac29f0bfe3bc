// biome-ignore-all lint/suspicious/noTemplateCurlyInString: HOCON has them.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Configuration } from './configuration.ts'
import { parseHocon } from './hocon-parser.ts'
import { HoconError } from './hocon-tokens.ts'

const read = (text: string, environment: Record<string, string> = {}) =>
  new Configuration(parseHocon(text).assignments, environment)

for (const [text, path, value] of [
  ['a=1', 'a', '1'],
  ['a : "x y" // comment', 'a', 'x y'],
  ['# a=1\n// a=2\na=3 # four', 'a', '3'],
  ['a.b { c = x, d = y }', 'a.b.d', 'y'],
  ['a { b.c { d = z } }', 'a.b.c.d', 'z'],
  ['{ "a" : { "b" : "json" } }', 'a.b', 'json'],
  ['a { b = 1 }\na { c = 2 }', 'a.c', '2'],
  ['a = one two  three ', 'a', 'one two  three'],
  ['a = """x "y" z"""', 'a', 'x "y" z'],
  ['a = "q\\"\\u0041\\n"', 'a', 'q"A\n'],
  ['"a.b" = 1\na.b = 2', 'a.b', '2'],
  ['a =\n  b', 'a', 'b'],
  ['b = x\na = ${b}/y', 'a', 'x/y'],
  ['a = jdbc:h2:mem:play', 'a', 'jdbc:h2:mem:play'],
  ['a = [1, 2]', 'a', undefined],
  ['a = ${missing}', 'a', undefined],
  ['a = one\na = ${?missing}', 'a', 'one'],
  ['a = one\na = ${missing}', 'a', undefined],
  ['a = ${a}${a}', 'a', undefined],
  ['a = ${b}\nb = ${a}', 'a', undefined],
] as const) {
  test(`hocon: ${JSON.stringify(text)} assigns ${value} to ${path}`, () => {
    assert.equal(read(text).text(path), value)
  })
}

test('hocon: substitutions are paths first, then variables', () => {
  const text = 'a = default\na = ${?MY_SECRET}\nb = ${a}\nMY_OTHER = path\nc = ${MY_OTHER}'
  assert.equal(read(text, { MY_SECRET: 'v' }).text('b'), 'v')
  assert.equal(read(text).text('b'), 'default')
  assert.equal(read(text, { MY_OTHER: 'v' }).text('c'), 'path')
  assert.deepEqual([...read(text).variables('b')], ['MY_SECRET'])
})

test('hocon: lists are assigned, appended to, and written over lines', () => {
  assert.deepEqual(read('a = [x, "y"]\na += z').items('a'), ['x', 'y', 'z'])
  assert.deepEqual(read('a = [\n x\n y, # one\n]').items('a'), ['x', 'y'])
  assert.deepEqual(read('a = [x]\na = ${a} [y]').items('a'), ['x', 'y'])
  assert.deepEqual(read('a = [x]\na = [y]').items('a'), ['y'])
  assert.equal(read('a = x').items('a'), undefined)
})

test('hocon: includes are told with their place', () => {
  const text = 'a=1\ninclude "other"\nb=2\ninclude required(classpath("x.conf"))\ninclude=3\n'
  const { includes, assignments } = parseHocon(text)
  assert.deepEqual(includes, [
    { name: 'other', how: '', after: 1 },
    { name: 'x.conf', how: 'required(classpath(', after: 2 },
  ])
  assert.deepEqual(
    assignments.map(([path]) => path),
    ['a', 'b', 'include'],
  )
})

test('hocon: what is no HOCON is refused with a reason', () => {
  for (const text of [
    'a',
    '{',
    'a = "x',
    'a = """x',
    'a = ${x',
    'a = [1',
    'a {',
    '}',
    '= 1',
    '{}{}',
  ])
    assert.throws(() => parseHocon(text), HoconError, text)
})

test('hocon: hostile texts end soon', () => {
  for (const text of ['['.repeat(100_000), 'a{'.repeat(50_000), 'a=['.repeat(50_000)])
    assert.throws(() => parseHocon(text), HoconError)
  assert.throws(() => parseHocon('x'.repeat(1_000_000)), /larger than/)
  const doubled = Array.from({ length: 200 }, (_, at) => `a${at + 1}=\${a${at}}\${a${at}}`)
  assert.equal(read(['a0=xxxxxxxx', ...doubled].join('\n')).text('a200'), undefined)
  const chain = Array.from({ length: 10_000 }, (_, at) => `a${at + 1}=\${a${at}}`).join('\n')
  assert.equal(read(`a0=1\n${chain}`).text('a10000'), undefined)
  assert.equal(read(`a0=1\n${chain}`).variables('a10000').size, 0)
  assert.equal(read(`a=1${'\na+=1'.repeat(30_000)}`).items('a')?.length, 30_000)
  assert.equal(read(`a=${'[1]'.repeat(30_000)}`).items('a')?.length, 30_000)
})

test('hocon: a long key is refused, because each field below it would repeat it', () => {
  const fields = '\na=1'.repeat(30_000)
  for (const key of [`${'a.'.repeat(60_000)}b`, 'a'.repeat(120_000), '.'.repeat(120_000)])
    assert.throws(() => parseHocon(`${key} {${fields}\n}`), /a key is too long/)
  const nested = `${'a'.repeat(60)} {`.repeat(40)
  assert.throws(() => parseHocon(nested + fields), /a key is too long/)
  assert.equal(read(`${'a.'.repeat(200)}b=1`).text(`${'a.'.repeat(200)}b`), '1')
})
