import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { root } from '#tests/laws/source-tree.ts'
import { isSetUp, stepsOf } from './guide-steps.ts'

const guide = 'docs/operating/cluster.md'
const read = (file: string) => readFileSync(join(root, file), 'utf8')

test('guide for three machines: every block says on which machines it is typed', () => {
  const steps = stepsOf(guide)
  assert.deepEqual(steps[0]?.machines, ['one', 'two', 'three'])
  assert.ok(steps.some(({ machines }) => machines.join(' ') === 'one two'))
  const [settingUp, later] = [steps.filter(isSetUp), steps.filter((step) => !isSetUp(step))]
  assert.deepEqual(steps, [...settingUp, ...later], 'what takes parts away comes last')
})

test('guide for three machines: its settings are settings of the server', () => {
  const named = new Set(read(guide).match(/\bBERTH_[A-Z0-9_]+/g))
  const reference = read('docs/reference/settings.md')
  const unknown = [...named].filter((name) => !reference.includes(`| \`${name}\` |`))
  assert.deepEqual(unknown, [])
})
