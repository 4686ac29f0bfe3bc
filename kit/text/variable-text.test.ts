import assert from 'node:assert/strict'
import { test } from 'node:test'
import { parseEnv } from 'node:util'
import { formatVariable, parseJsonVariables, parseVariables } from './variable-text.ts'

test('.env parser: reads NAME=value lines, skips comments, blank lines and export', () => {
  const text = '# first\nA=1\n\n  export B = two words  # why\r\nC=\nD=a=b#c\nE="a#b"\n'
  assert.deepEqual(parseVariables(text), { A: '1', B: 'two words', C: '', D: 'a=b', E: 'a#b' })
})

test('.env parser: quoted values span lines; only double quotes have escapes', () => {
  const text = `A="one\ntwo\\nthree \\"x\\" \\\\ \\q" # said\nB='it\\n\nis'\nC='a"b'\n`
  assert.deepEqual(parseVariables(text), {
    A: 'one\ntwo\nthree "x" \\ \\q',
    B: 'it\\n\nis',
    C: 'a"b',
  })
})

test('.env parser: agrees with the parser of Node', () => {
  const files = [
    '# first\nA=1\n\n  export B = two words  # why\r\nC=\nD=a=b#c\n',
    `A="one\\ntwo\nthree" # said\nB='it\\n\nis'\nC='a"b'`,
    'A=`a"b\'c`\nB = `x\ny`\nC=`\\n`\n',
    'A="a\r\nb"\r\nB=\'a\r\nb\'\r\nC=1\r\n',
    "A=it's\nB=x'y'z\nC=a\\#b\nD=\\n\nE=$X",
    'A=\nB=2\nA=3\nexport=1\n1A=x\nA.B=x\n',
    'A= "x" \nB=""\nC="#"\nD="a\n# not a comment\nb"\n',
    '\tA=\t1\t\n   # x\n\n\n',
  ]
  for (const file of files) assert.deepEqual(parseVariables(file), { ...parseEnv(file) }, file)
})

test('.env parser: an invalid line is named', () => {
  assert.throws(() => parseVariables('A=1\nwhat\n'), /Line 2 is not NAME=value/)
  assert.throws(
    () => parseVariables('A=1\n\nB="open\n'),
    /Line 3 opens a quote that is never closed/,
  )
  assert.throws(() => parseVariables('A="x" y'), /Line 1 has text after the closing quote/)
  assert.throws(() => parseVariables('=x'), /Line 1/)
})

test('.env format: formatted variables are parsed back unchanged', () => {
  const values = [
    '',
    ' ',
    'a b',
    "it's",
    '"',
    '\\',
    '\\n',
    '$HOME',
    'a\nb\r\nc',
    '#x',
    '=',
    'é\t',
    'x'.repeat(300_000),
  ]
  for (const value of values)
    assert.deepEqual(parseVariables(formatVariable({ name: 'N', value })), { N: value })
})

test('.env parser: __proto__ is an ordinary name', () => {
  const variables = parseVariables('__proto__=x\n')
  assert.deepEqual(Object.entries(variables), [['__proto__', 'x']])
})

test('JSON variables: an object or a list of variables', () => {
  assert.deepEqual(parseJsonVariables('{"A":"1"}'), { A: '1' })
  assert.deepEqual(parseJsonVariables('[{"name":"A","value":"1"}]'), { A: '1' })
  for (const text of ['', '3', 'null', '{"A":1}', '[{"name":"A"}]', '["A"]', '[null]'])
    assert.throws(() => parseJsonVariables(text), /Invalid JSON/)
})
