import assert from 'node:assert/strict'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { until } from '#kit/concurrency/timeout.ts'
import { noTotals, runTestFile } from './test-file.ts'

let folder = ''
before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'berth-run-'))
})
after(() => rm(folder, { recursive: true, force: true }))

async function outcomeOfTests(text: string, timeout = 30_000) {
  const file = join(folder, `${crypto.randomUUID()}.mjs`)
  await writeFile(file, `import { test, describe } from 'node:test'\n${text}`)
  return runTestFile(file, timeout)
}

test('test file: a passing one gives its totals and diagnostics, and no output', async () => {
  const { totals, remarks, output } = await outcomeOfTests(`
    describe('some', () => { test('one', () => {}) })
    test('two', (t) => t.diagnostic('pass 7 times'))`)
  assert.deepEqual(totals, { ...noTotals, tests: 2, suites: 1, pass: 2 })
  assert.deepEqual(remarks, ['pass 7 times'])
  assert.equal(output, undefined)
})

test('test file: a failing one gives its totals and all output', async () => {
  const { totals, output } = await outcomeOfTests(`
    test('one', () => {})
    test('two', () => { throw new Error('broken') })`)
  assert.deepEqual(totals, { ...noTotals, tests: 2, pass: 1, fail: 1 })
  assert.match(output ?? '', /✖ two.*broken/s)
})

test('test file: one that cannot be loaded or crashes counts as a failed test', async () => {
  for (const text of ['import "./nowhere.mjs"', 'process.exit(3)', 'process.kill(process.pid)']) {
    const { totals, output } = await outcomeOfTests(text)
    assert.equal(totals.fail, 1, text)
    assert.notEqual(output, undefined)
  }
})

test('test file: a hook after all tests that fails fails its file', async () => {
  const { totals, output } = await outcomeOfTests(`
    import { after } from 'node:test'
    after(() => { throw new Error('a bug') })
    test('one', () => {})`)
  assert.deepEqual(totals, { ...noTotals, tests: 2, pass: 1, fail: 1 })
  assert.match(output ?? '', /a bug/)
})

test('an error that nobody catches fails its file, also when it comes after the test', async () => {
  const lost = [
    `test('one', async () => { await null; void Promise.reject(new Error('lost')); await new Promise(setImmediate) })`,
    `test('one', async () => { await null; void Promise.resolve().then(() => { throw new Error('lost') }) })`,
    `test('one', async () => { await null; setTimeout(() => { throw new Error('lost') }, 50) })`,
    `test('one', async () => { await null; setImmediate(() => { throw new Error('lost') }); await new Promise((end) => setTimeout(end, 50)) })`,
  ]
  for (const text of lost) {
    const { totals, output } = await outcomeOfTests(text)
    assert.ok(totals.fail > 0, text)
    assert.match(output ?? '', /lost/)
  }
})

test('test file: one that hangs tells what has failed, and is killed with its children and named', async () => {
  const text = `
    import { spawn } from 'node:child_process'
    test('fine', () => {})
    test('two', () => { throw new Error('broken') })
    console.log('child ' + spawn('sleep', ['300'], { stdio: 'ignore' }).pid)`
  const { file, totals, output = '' } = await outcomeOfTests(text, 3000)
  assert.deepEqual(totals, { ...noTotals, tests: 2, pass: 1, fail: 1 })
  assert.match(output, /failing tests:.*Error: broken/s)
  assert.ok(output.includes(`${file} did not end within 3 s`))
  const child = Number(/child (\d+)/.exec(output)?.[1])
  assert.ok(child > 0)
  const status = () => readFile(`/proc/${child}/status`, 'utf8').catch(() => '')
  const ended = async () => !/^State:\s+[^Z\s]/m.test(await status())
  await until(ended, { timeout: 300_000, what: 'the end of the child' })
})
