import assert from 'node:assert/strict'
import { test } from 'node:test'
import { parseYamlText, readYaml, readYamlHead } from './yaml-text.ts'

const same: Record<string, string> = {
  'two spaces': 'a:\n  b:\n    c: {d: e}\n  f: [g, h]\n',
  'four spaces': 'a:\n    b:\n        c: {d: e}\n    f:\n        - g\n        - h\n',
  'flow style': '{a: {b: {c: {d: e}}, f: [g, h]}}',
  'flow style over several lines': '{\n  a: {\n  b: {c: {d: e,}},\n  f: [g,\n h]} }\n',
  'quoted keys': '"a":\n  \'b\':\n    "c": {"d": \'e\'}\n  "f": ["g", h]\n',
  'escapes in quotes': '"\\x61":\n  "\\u0062": {c: {d: e}}\n  f: [g, h]\n',
  'comments and a document marker': '# x\n---\na: # y\n  b: {c: {d: e}}\n  f: [g, h]\n',
  'ends of lines of Windows': 'a:\r\n  b: {c: {d: e}}\r\n  f: [g, h]\r\n',
}

for (const [what, text] of Object.entries(same)) {
  test(`YAML: ${what} is parsed`, () => {
    assert.deepEqual(readYaml(text), { a: { b: { c: { d: 'e' } }, f: ['g', 'h'] } })
  })
}

test('YAML: every scalar is a string', () => {
  const text = 'a: 1.0\nb: true\nc: ~\nd: 2001-01-01\ne:\nf: 0x10\n'
  assert.deepEqual(readYaml(text), {
    a: '1.0',
    b: 'true',
    c: '~',
    d: '2001-01-01',
    e: '',
    f: '0x10',
  })
})

const refused: Record<string, string> = {
  'an anchor': 'a: &x b\n',
  'an alias': 'a: &x b\nc: *x\n',
  'an anchored mapping': 'a: &x\n  b: c\n',
  'a merge key': 'a: {b: c}\n<<: {d: e}\n',
  'a tag': 'a: !!str b\n',
  'a tag of JavaScript': 'a: !!js/function b\n',
  'a directive': '%YAML 1.2\n---\na: b\n',
  'two documents': 'a: b\n---\nc: d\n',
  'a repeated key': 'a: b\n"a": c\n',
  'a key like that of prototypes': '__proto__:\n  a: b\n',
  'a literal block': 'a: |\n  b\n',
  'a folded block': 'a: >\n  b\n',
  'a scalar over several lines': 'a: b\n  c\n',
  'a quoted scalar over several lines': 'a: "b\n  c"\n',
  'a mapping as a key': '{a: b}: c\n',
  'deep nesting': `${'['.repeat(20)}${']'.repeat(20)}`,
  'a tab as indentation': 'a:\n\tb: c\n',
  'half a flow mapping': 'a: {b: c\n',
}

for (const [what, text] of Object.entries(refused)) {
  test(`YAML: ${what} is rejected`, () => {
    assert.deepEqual(parseYamlText(text), { problem: 'cannot be parsed' })
  })
}

test('YAML: exponentially expanding aliases are rejected without being followed', () => {
  const lines = Array.from({ length: 30 }, (_, at) => `a${at + 1}: &a${at + 1} [*a${at}, *a${at}]`)
  assert.equal(readYaml(`a0: &a0 [x, x]\n${lines.join('\n')}\n`), undefined)
})

test('YAML: a text above the limit is rejected, and its head can be read', () => {
  const text = `lockfileVersion: '9.0'\n\n${'a: b\n'.repeat(10)}\n${'# x\n'.repeat(300_000)}`
  assert.deepEqual(parseYamlText(text), { problem: 'is larger than 1 MB' })
  const head = readYamlHead(`a: '1'\n\n${'# x\n'.repeat(100)}\n${'b:\n'.repeat(300_000)}`)
  assert.deepEqual(head, { a: '1' })
})
