import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sourceTree } from './source-tree.ts'
import { wordBreaches } from './word-law.ts'

test('words: names and texts are allowed by the word law', () => {
  assert.deepEqual(wordBreaches(sourceTree()), [])
})

test('word law: detects uninformative file names', () => {
  for (const path of [
    'server/utils/a.ts',
    'cli/string-helpers.ts',
    'client/index.ts',
    'docs/info.md',
  ]) {
    assert.equal(wordBreaches([{ path, text: '' }]).length, 1, path)
  }
  const fine = [
    'server/platform/database.ts',
    'cli/main.ts',
    'server/runtimes/node/managers/npm.ts',
  ]
  assert.deepEqual(wordBreaches(fine.map((path) => ({ path, text: '' }))), [])
})

test('word law: detects each forbidden text', () => {
  const glue = (...parts: string[]) => parts.join('')
  const bad: [string, string][] = [
    ['server/a.ts', glue("fetch('https://regis", "try.example-packages.org/x')")],
    ['docs/a.md', glue('see /wo', 'rk/notes')],
    ['server/a.ts', glue('// TO', 'DO: later')],
    ['server/a.test.ts', glue('test.on', "ly('x')")],
    ['tests/a.test.ts', glue('describe.sk', "ip('x')")],
    ['server/a.test.ts', glue("test('x', { on", 'ly: true })')],
    ['server/api/a.ts', glue('process.', 'env.HOME')],
    ['client/a.ts', glue('process.', 'env.HOME')],
    ['server/api/a.ts', glue('process.', 'exit(1)')],
    ['server/a.ts', glue('spawn(x, { sh', 'ell: true })')],
    ['server/a.ts', glue('import { ex', "ec } from 'node:child_process'")],
    ['server/a.ts', glue('import {\n  spawn,\n  ex', "ecSync,\n} from 'node:child_process'")],
  ]
  bad.push(
    ['kit/a.ts', glue('const mo', 'stBytes = 4')],
    ['kit/a.test.ts', glue('const a = { ..', '.{ b: 1 }, c }')],
    ['kit/a.ts', glue('class Lost ext', 'ends Error {}')],
    ['kit/a.ts', glue('interface PlanWi', 'sh {}')],
  )
  for (const [path, text] of bad) {
    assert.equal(wordBreaches([{ path, text }]).length, 1, `${path}: ${text}`)
  }
  const fine: [string, string][] = [
    ['server/settings/settings.ts', glue('process.', 'env.BERTH_DATA')],
    ['cli/profile.ts', glue('process.', 'env.HOME')],
    ['server/routers/node/main.ts', glue('process.', 'exit(1)')],
    ['server/a.ts', "import { execFile } from 'node:child_process'"],
    ['server/a.ts', 'join(folder, "framework/x", "a/work/b")'],
  ]
  assert.deepEqual(wordBreaches(fine.map(([path, text]) => ({ path, text }))), [])
})

test('vocabulary: each word has the name that the code has for it', () => {
  const files = sourceTree()
  const page = files.find(({ path }) => path === 'docs/vocabulary.md')?.text ?? ''
  const names = page
    .split('\n')
    .filter((line) => line.split('|').length === 6)
    .flatMap((line) => Array.from((line.split('|')[2] ?? '').matchAll(/`([^`]+)`/g)))
    .map(([, name = '']) => name)
  const code = files.filter(({ path }) => /^(kit|server)\//.test(path))
  const declared = new Set(
    code.flatMap(({ text }) =>
      Array.from(
        text.matchAll(/^export (?:async )?(?:interface|type|class|function|const) (\w+)/gm),
        ([, name]) => name,
      ),
    ),
  )
  const isKnown = (name: string) =>
    name.includes('/') ? code.some(({ path }) => path.startsWith(name)) : declared.has(name)
  assert.ok(names.length > 30, 'the page has its tables')
  assert.deepEqual(
    names.filter((name) => !isKnown(name)),
    [],
  )
})
