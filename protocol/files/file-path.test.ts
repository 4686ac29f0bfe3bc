import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fileName, filePath, objectionToPath, shownPath, textOfPath } from './file-path.ts'

test('file paths: text becomes ASCII and comes back', () => {
  for (const text of ['a/b c.txt', 'öl/100%/"x"\\', 'a\nb\x1b[31m', '日本/🐦']) {
    const path = filePath(text)
    assert.match(path, /^[ -~]*$/)
    assert.equal(textOfPath(path), text)
    assert.equal(objectionToPath(path), undefined, path)
  }
  assert.equal(filePath('/a//b/'), 'a/b')
  assert.equal(fileName('a/b'), 'a%2Fb')
})

test('file paths: what would hide something on a terminal or a page is shown as it is', () => {
  assert.equal(shownPath(filePath('öl und essig.txt')), 'öl und essig.txt')
  for (const name of ['%FF', 'a%0Ab', '%1B[2J', filePath('a\u202etxt.exe')])
    assert.equal(shownPath(name), name)
})

test('file paths: none leads out, is empty inside, or is longer than a name can be', () => {
  for (const path of [
    '..',
    'a/../b',
    '.',
    '%2E%2E',
    '.%2E/b',
    'a//b',
    '/a',
    'a/',
    'a%2Fb',
    'a%00',
    'ö',
    'a%',
    'a%G0',
    'a\nb',
    'x'.repeat(256),
    '%FF'.repeat(256),
    Array(101).fill('a').join('/'),
    'x/'.repeat(7000),
  ])
    assert.ok(objectionToPath(path), path.slice(0, 40))
  for (const path of ['', 'a', '...', '-rf', '%FF'.repeat(255), 'a b/c'])
    assert.equal(objectionToPath(path), undefined, path)
})
