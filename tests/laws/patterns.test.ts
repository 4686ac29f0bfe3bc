import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isTest, isTypeScript, type SourceFile, sourceTree } from './source-tree.ts'

/** Regular expressions that trim the end of a text; they take quadratic time on a long run in its middle. */
const trimming = /replace\(\/(?:\^[^|]*\|)?(?:\\\/|\\s|\[[^\]]*\])[+*]\$\/g?,/g

const isServed = ({ path }: SourceFile) => /^(server|kit|protocol)\//.test(path)

/** Exceptions, where the text is short or has no runs, and why. */
const permitted: Readonly<Record<string, string>> = {
  'server/runtimes/pipeline/app-folder.ts': 'normalize leaves one slash at most',
}

const breachesIn = (files: readonly SourceFile[]) =>
  files
    .filter((file) => isTypeScript(file) && !isTest(file) && isServed(file))
    .filter(({ path, text }) => !(path in permitted) && text.search(trimming) >= 0)
    .map(({ path }) => path)

test('patterns: no regular expression trims the end of a text', () => {
  assert.deepEqual(
    breachesIn(sourceTree()),
    [],
    'use trimEnd, or withoutTrailingSlashes of the kit',
  )
})

test('patterns law: detects what it forbids', () => {
  const file = (text: string) => [{ path: 'server/a.ts', text }]
  for (const text of [
    String.raw`path.replace(/\/+$/, '')`,
    String.raw`line.replace(/\s*$/, '')`,
    String.raw`path.replace(/^\/+|\/+$/g, '')`,
    String.raw`line.replace(/[ \t]+$/, '')`,
  ]) {
    assert.equal(breachesIn(file(text)).length, 1, text)
  }
  assert.deepEqual(breachesIn(file("digest.replace(/=+$/, '')")), [])
})
