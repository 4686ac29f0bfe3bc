import assert from 'node:assert/strict'
import { test } from 'node:test'
import { javascriptSamples } from '#tests/support/failed-logs/javascript.ts'
import { jvmSamples } from '#tests/support/failed-logs/jvm.ts'
import { languageSamples } from '#tests/support/failed-logs/languages.ts'
import { nodePackageSamples } from '#tests/support/failed-logs/node-packages.ts'
import type { Sample } from '#tests/support/failed-logs/sample.ts'
import { findHeadline } from './find-headline.ts'

function check({ name, log, found: [tool, place, sentence], advice }: Sample): void {
  const lines = log.split('\n')
  const found = findHeadline(lines)
  assert.ok(found, name)
  const where = [found.file, found.line, found.column].filter((part) => part !== undefined)
  assert.deepEqual([found.tool, where.join(':')], [tool, place], name)
  if (typeof sentence === 'string') assert.equal(found.sentence, sentence, name)
  else assert.match(found.sentence, sentence, name)
  assert.ok(found.advice.length > 0, name)
  if (advice) assert.match(found.advice.join('\n'), advice, name)
  assert.ok(found.at < lines.length, name)
}

test('headline: JavaScript, its compilers and package managers say what is wrong, and where', () => {
  for (const sample of [...javascriptSamples, ...nodePackageSamples]) check(sample)
})

test('headline: Java, Scala, Play and their build tools say what is wrong, and where', () => {
  for (const sample of jvmSamples) check(sample)
})

test('headline: Python, Go, Rust, PHP, Ruby, Dockerfiles and the shell say what is wrong, and where', () => {
  for (const sample of languageSamples) check(sample)
})

test('headline: warnings, progress and the words of a build that succeeds are none', () => {
  const log = [
    'npm warn deprecated glob@7.2.3: Glob versions prior to v9 are no longer supported',
    'go: downloading golang.org/x/text v0.14.0',
    'warning: unused variable: `x`',
    ' --> src/main.rs:3:20',
    '[WARNING] /app/src/Main.java:[5,13] deprecated item is not annotated',
    '[warn] /app/app/Home.scala:12:5: unused import',
    'info Visit https://yarnpkg.com/en/docs/cli/run for documentation about this command.',
    'STEP 3/5: RUN make',
    'Compiled with 0 errors',
    '0 error(s) found',
    'PHP Warning:  foo in /app/index.php on line 3',
    'added 12 packages in 1s',
  ]
  assert.equal(findHeadline(log), undefined)
  assert.equal(findHeadline([]), undefined)
})

test('headline: the first real error counts, and a build tool only where no compiler has spoken', () => {
  const log = [
    'npm error code E404',
    'npm error 404 Not Found',
    'main.go:3:8: undefined: m',
    'main.go:9:1: undefined: n',
  ]
  assert.equal(findHeadline(log)?.at, 2)
  assert.equal(findHeadline(log.slice(0, 2))?.tool, 'npm')
})

test('headline: what it shows is bounded and has nothing that a terminal obeys', () => {
  const found = findHeadline([
    `${'f'.repeat(290)}.go:99999999999:3: ${'x\u001b[31m\u202e'.repeat(500)}`,
  ])
  assert.equal(found?.line, undefined)
  assert.ok((found?.sentence.length ?? 0) <= 300)
  assert.match(found?.sentence ?? '', /^x+$/)
})

test('headline: lines that are made to be slow are read to the end', () => {
  const odd = [
    'Traceback (most recent call last):',
    `  File "${'a'.repeat(5000)}`,
    `${'a.'.repeat(3000)}`,
    `[error] ${'/a'.repeat(3000)}:`,
    `    at ${'('.repeat(3000)}`,
    `    at ${' (/a:1:1'.repeat(600)}`,
    `PHP Fatal error:  ${' in /a'.repeat(900)}`,
    `Error: building at STEP "${'\\"'.repeat(2000)}`,
    `npm error ${' '.repeat(5000)}x`,
    `ERROR in ${'.a'.repeat(3000)}`,
    `${'1:'.repeat(3000)}`,
    'npm error code X',
    'panic: x',
  ]
  const log = Array.from({ length: 4000 }, (_, at) => odd[at % odd.length] ?? '')
  assert.equal(findHeadline(log)?.tool, 'npm')
})
