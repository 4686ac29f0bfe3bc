import assert from 'node:assert/strict'
import { test } from 'node:test'
import { measureSizes } from './size-law.ts'
import { sourceTree } from './source-tree.ts'

test('sizes: files are short and folders are small', (t) => {
  const { median, p90, longest, crumbs, breaches } = measureSizes(sourceTree())
  t.diagnostic(`lines per file: median ${median}, p90 ${p90}; the longest:`)
  for (const file of longest) t.diagnostic(file)
  t.diagnostic(`${crumbs.length} short files have one neighbour as their only user:`)
  for (const crumb of crumbs) t.diagnostic(crumb)
  assert.deepEqual(breaches, [])
})

const fileOf = (lines: number, path = `server/${lines}.ts`) => ({ path, text: 'x\n'.repeat(lines) })

test('size law: detects a file that is too long, unless it is a test', () => {
  const files = [fileOf(300), fileOf(301), fileOf(900, 'server/a.test.ts'), fileOf(900, 'a.md')]
  const few = Array.from({ length: 9 }, () => fileOf(10))
  const { breaches, longest } = measureSizes([...files, ...few])
  assert.deepEqual(breaches, ['301 server/301.ts has more than 300 lines'])
  assert.deepEqual(longest.slice(0, 2), ['301 server/301.ts', '300 server/300.ts'])
})

test('size law: detects a crowded folder, not counting tests', () => {
  const many = Array.from({ length: 16 }, (_, at) => fileOf(1, `kit/a/${at}.ts`))
  const tests = Array.from({ length: 9 }, (_, at) => fileOf(1, `kit/b/${at}.test.ts`))
  const { breaches } = measureSizes([...many, ...tests, ...many.slice(1).map(inOther)])
  assert.deepEqual(breaches, ['kit/a has 16 files, more than 15'])
})

const inOther = ({ path, text }: { path: string; text: string }) => ({
  path: path.replace('kit/a', 'kit/c'),
  text,
})

test('size law: reports a short file with a single importer in its folder', () => {
  const importing = (path: string) => ({ path, text: `import { b } from './b.ts'\n` })
  const crumb = fileOf(3, 'kit/b.ts')
  assert.deepEqual(measureSizes([importing('kit/a.ts'), crumb]).crumbs, ['kit/b.ts, for kit/a.ts'])
  const two = [importing('kit/a.ts'), importing('kit/c.ts'), crumb]
  assert.deepEqual(measureSizes(two).crumbs, [])
})
