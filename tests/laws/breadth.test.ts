import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import '#tests/support/home/own-home.ts'
import { breadthBreaches, textsInBreadth } from './breadth/breadth-law.ts'
import { listCapabilities } from './breadth/capabilities.ts'
import { capabilityTests } from './breadth/capability-tests.ts'
import { root, sourceTree } from './source-tree.ts'

/** File of the scenario that the example names. */
function scenarioOf(example: string): string {
  const { scenario } = JSON.parse(
    readFileSync(join(root, example, 'expected-answer.json'), 'utf8'),
  ) as { scenario: string }
  return `tests/scenarios/${scenario}.test.ts`
}

const texts = textsInBreadth(sourceTree())

test('breadth: npm test goes through each capability of the reference', async () => {
  const breaches = breadthBreaches(await listCapabilities(), capabilityTests, texts, scenarioOf)
  assert.deepEqual(breaches, [])
})

test('breadth: npm test sets each variable of the reference', () => {
  const reference = readFileSync(join(root, 'docs/reference/variables.md'), 'utf8')
  const variables = new Set(
    Array.from(reference.matchAll(/^\| `([A-Z]\w+)`/gm), ([, name]) => name),
  )
  assert.ok(variables.size > 40)
  const all = Array.from(texts.values()).join('\n')
  const unset = Array.from(variables).filter((name = '') => !all.includes(name))
  assert.deepEqual(unset, [], 'a test that is not .full.test.ts sets each of these')
})

test('law of breadth: detects what has no test, one in depth, one that is gone, and one about something else', () => {
  const files = [
    { path: 'cli/env.test.ts', text: "type('env', 'set')" },
    { path: 'cli/env.full.test.ts', text: "type('env', 'rm')" },
    { path: 'tests/cluster/a.test.ts', text: "type('env')" },
    { path: 'cli/env.ts', text: "'env'" },
  ]
  const env = [{ name: 'command env', words: ["'env'"] }]
  const breaches = (tests: typeof capabilityTests, example = 'tests/scenarios/none.test.ts') =>
    breadthBreaches(env, tests, textsInBreadth(files), () => example).length
  assert.equal(breaches({ 'command env': 'cli/env.test.ts' }), 0)
  assert.equal(breaches({ 'command env': ['cli/env.test.ts', "'set'"] }), 0)
  assert.equal(breaches({ 'command env': 'examples/hello' }, 'cli/env.test.ts'), 0)
  for (const file of [
    'cli/env.full.test.ts',
    'tests/cluster/a.test.ts',
    'cli/env.ts',
    'cli/x.test.ts',
  ])
    assert.equal(breaches({ 'command env': file }), 1, file)
  assert.equal(breaches({}), 1)
  assert.equal(breaches({ 'command env': ['cli/env.test.ts', "'rm'"] }), 1)
  assert.equal(breaches({ 'command env': 'examples/hello' }), 1)
  assert.equal(breaches({ 'command env': 'cli/env.test.ts', 'command old': 'cli/env.test.ts' }), 1)
})
