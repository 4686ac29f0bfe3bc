import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sourceTree } from '#tests/laws/source-tree.ts'
import { reach } from './reach.ts'

const files: Record<string, string> = {
  'kit/a.ts': 'export const a = 1',
  'kit/a.test.ts': "import { a } from './a.ts'",
  'server/main.ts': "import { a } from '#kit/a.ts'\nconst run = () => import('#git/lazy.ts')",
  'server/git/lazy.ts': "const script = join(import.meta.dirname, 'launch.sh')",
  'server/git/launch.sh': '',
  'server/other.test.ts': "import { root } from '#tests/laws/source-tree.ts'",
  'tests/support/platform/berth.ts': '',
  'tests/scenarios/push.test.ts': "import '#tests/support/platform/berth.ts'",
  'tests/laws/words.test.ts': 'for (const file of sourceTree()) check(file)',
}
const tree = Object.entries(files).map(([path, text]) => ({ path, text }))
const tests = Object.keys(files).filter((path) => path.endsWith('.test.ts'))
const reachedBy = (...changed: string[]) => [...reach(tree, changed, tests).keys()]

const law = 'tests/laws/words.test.ts'
const scenario = 'tests/scenarios/push.test.ts'

test('reach: a change affects tests through imports, and the laws', () => {
  assert.deepEqual(reachedBy('kit/a.ts'), ['kit/a.test.ts', scenario, law])
})

test('reach: a change affects tests through lazy imports and file names of programs', () => {
  assert.deepEqual(reachedBy('server/git/launch.sh'), [scenario, law])
})

test('reach: a page affects the laws only', () => {
  assert.deepEqual(reachedBy('docs/page.md'), [law])
})

test('reach: a changed test file affects itself', () => {
  assert.deepEqual(reachedBy('server/other.test.ts'), ['server/other.test.ts', law])
})

test('reach: packages affect everything, and no change affects nothing', () => {
  assert.deepEqual(reachedBy('package-lock.json'), tests)
  assert.deepEqual(reachedBy(), [])
})

test('reach: in this checkout, the server, its providers and the CLI affect the scenarios', () => {
  const own = sourceTree()
  const push = 'tests/scenarios/first-push.test.ts'
  for (const changed of [
    'server/engines/process/sandbox/launch.sh',
    'server/routers/node/main.ts',
    'server/routers/haproxy/main.ts',
    'server/git/git.ts',
    'providers/redis/main.ts',
    'cli/commands/create.ts',
    'bin/berth',
  ])
    assert.ok(reach(own, [changed], [push]).has(push), changed)
})
