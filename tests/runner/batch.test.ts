import assert from 'node:assert/strict'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { after, before, test } from 'node:test'
import { root } from '#tests/laws/source-tree.ts'
import { noTotals } from '#tests/test-file.ts'
import { canShareProcess, runBatch } from './batch.ts'

let folder = ''
before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'berth-run-'))
})
after(() => rm(folder, { recursive: true, force: true }))

/** Runs a batch of files with these contents and identifies them by index. */
async function batchOf(texts: string[], timeout = 30_000) {
  const files: string[] = []
  for (const text of texts) {
    const file = join(folder, `${crypto.randomUUID()}.mjs`)
    await writeFile(file, `import { after, before, describe, test } from 'node:test'\n${text}`)
    files.push(relative(root, file))
  }
  const { outcomes, unfinished, isBroken } = await runBatch(files, timeout)
  return {
    isBroken,
    outcomes: files.map((name) => outcomes.find(({ file }) => file === name)),
    unfinished: unfinished.map((file) => files.indexOf(file)),
  }
}

const passing = "test('one', () => {})"

test('batch: each file has its own totals and diagnostics', async () => {
  const { outcomes, unfinished } = await batchOf([
    "describe('some', () => { test('one', () => {}) })\ntest('two', (t) => t.diagnostic('a remark'))",
    "test('skipped', { sk" + "ip: true })\ntest('open', { todo: true }, () => {})",
  ])
  const [one, other] = outcomes
  assert.deepEqual(one?.totals, { ...noTotals, tests: 2, suites: 1, pass: 2 })
  assert.deepEqual(one?.remarks, ['a remark'])
  assert.deepEqual(other?.totals, { ...noTotals, tests: 2, skipped: 1, todo: 1 })
  assert.deepEqual([one?.output, other?.output, unfinished], [undefined, undefined, []])
  assert.ok((one?.cpu ?? 0) > 0)
})

test('batch: only the failing file fails, with its error', async () => {
  const { outcomes, unfinished } = await batchOf([
    passing,
    "test('two', () => { throw new Error('broken') })",
    "describe('some', () => { before(() => { throw new Error('hook') }); test('in it', () => {}) })",
  ])
  assert.equal(outcomes[0]?.output, undefined)
  assert.match(outcomes[1]?.output ?? '', /✖ two.*broken/s)
  assert.match(outcomes[2]?.output ?? '', /hook/)
  assert.deepEqual(outcomes[1]?.totals, { ...noTotals, tests: 1, fail: 1 })
  const { fail = 0, cancelled = 0 } = outcomes[2]?.totals ?? {}
  assert.ok(fail + cancelled > 0)
  assert.deepEqual(unfinished, [])
})

test('batch: after a crash or a failed import, files without a result are run alone', async () => {
  for (const text of ['import "./nowhere.mjs"', 'process.exit(3)', 'process.kill(process.pid)']) {
    const { outcomes, unfinished } = await batchOf([passing, text])
    const isKnown = outcomes[1]?.output !== undefined
    assert.ok(isKnown || unfinished.includes(1), text)
    assert.ok(outcomes[0]?.totals.pass === 1 || unfinished.includes(0), text)
  }
})

test('batch: a process that does not exit is killed, and its files are run alone', async () => {
  const open = `${passing}\nsetInterval(() => {}, 1000)`
  const { unfinished, isBroken } = await batchOf([passing, open], 3000)
  assert.deepEqual([unfinished, isBroken], [[0, 1], true])
})

test('batch: hooks of a file are for its own tests', async () => {
  const hooked = (name: string) =>
    `let of = ''\nbefore(() => { of = '${name}' })\nafter(() => { of = '' })\ntest('its own', () => { if (of !== '${name}') throw new Error(of) })`
  const { outcomes } = await batchOf([hooked('one'), hooked('other')])
  for (const outcome of outcomes) assert.equal(outcome?.output, undefined)
  const broken = "before(() => { throw new Error('hook') })\ntest('never', () => {})"
  const [first, second] = (await batchOf([broken, passing])).outcomes
  assert.match(first?.output ?? '', /hook/)
  assert.deepEqual(second?.totals, { ...noTotals, tests: 1, pass: 1 })
})

test('batch: tests that a file imports count as its own', async () => {
  const contract = join(folder, 'contract.mjs')
  await writeFile(
    contract,
    "import { test } from 'node:test'\nexport const contract = (of) => test(of, () => {})",
  )
  const { outcomes } = await batchOf(
    ['one', 'other'].map((name) => `import { contract } from '${contract}'\ncontract('${name}')`),
  )
  for (const outcome of outcomes)
    assert.deepEqual(outcome?.totals, { ...noTotals, tests: 1, pass: 1 })
})

test('batch: a file that awaits while it is loaded is run alone', async () => {
  const { outcomes, unfinished } = await batchOf([passing, `await 0\n${passing}`])
  assert.deepEqual([outcomes[0]?.totals.pass, unfinished], [1, [1]])
})

test('batch: a file that changes the process or awaits while it is loaded runs alone', () => {
  assert.ok(canShareProcess(passing))
  assert.ok(canShareProcess(`before(() => {})\n${passing}`))
  for (const line of [
    "process.env.HOME = '/'",
    'mock.timers.enable()',
    "process.emit('SIGINT')",
    '// Needs a process of its own',
    'const folder = await mkdtemp()',
  ])
    assert.ok(!canShareProcess(`${passing}\n${line}`), line)
})
