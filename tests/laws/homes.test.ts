import assert from 'node:assert/strict'
import { test } from 'node:test'
import { homeBreaches } from './home-law.ts'
import { sourceTree } from './source-tree.ts'

test('no file of tests reads the home of whoever runs it, not even when it is run alone', () => {
  assert.deepEqual(homeBreaches(sourceTree()), [])
})

test('law of homes: recognises who reads the home, through imports too', () => {
  const cli = { path: 'cli/profile.ts', text: ['homedir', '()'].join('') }
  const other = { path: 'cli/a.test.ts', text: "import { x } from './profile.ts'" }
  assert.equal(homeBreaches([cli, other]).length, 1)
  const saved = `${other.text}\nimport '#tests/support/home/own-home.ts'`
  assert.deepEqual(homeBreaches([cli, { ...other, text: saved }]), [])
  // In parts, so that this file does not match.
  const all = ['process', 'env'].join('.')
  const breaches = (text: string) => homeBreaches([{ path: 'kit/b.test.ts', text }]).length
  for (const text of [`env: ${all}`, `{ ...${all} }`, `f(${all})`, `const { A } = ${all}`])
    assert.equal(breaches(text), 1, text)
  for (const text of [`${all}.PATH`, `\`f(${all})\``, `${all}['A']`])
    assert.equal(breaches(text), 0, text)
})
