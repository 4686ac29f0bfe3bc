import assert from 'node:assert/strict'
import { test } from 'node:test'
import { measureSizes } from '#tests/laws/size-law.ts'
import { sourceTree } from '#tests/laws/source-tree.ts'

test('files are short', (t) => {
  const { median, p90, longest, breaches } = measureSizes(sourceTree())
  t.diagnostic(`lines per file: median ${median}, p90 ${p90}; the longest:`)
  for (const file of longest) t.diagnostic(file)
  assert.deepEqual(breaches, [])
})

const fileOf = (lines: number, path = `server/${lines}.ts`) => ({ path, text: 'x\n'.repeat(lines) })

test('the size law sees a file that is too long, unless it is a test', () => {
  const files = [fileOf(300), fileOf(301), fileOf(900, 'server/a.test.ts'), fileOf(900, 'a.md')]
  const few = Array.from({ length: 9 }, () => fileOf(10))
  const { breaches, longest } = measureSizes([...files, ...few])
  assert.deepEqual(breaches, ['301 server/301.ts has more than 300 lines'])
  assert.deepEqual(longest.slice(0, 2), ['301 server/301.ts', '300 server/300.ts'])
})

test('the size law sees that files grow as a whole', () => {
  const { breaches, median, p90 } = measureSizes(
    [...Array(9).keys()].map((n) => fileOf(n * 20 + 1)),
  )
  assert.deepEqual([median, p90], [81, 161])
  assert.deepEqual(breaches, ['the median is 81, above 60'])
})
