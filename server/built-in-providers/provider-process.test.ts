import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { until } from '#kit/concurrency/timeout.ts'
import { ProviderProcess } from './provider-process.ts'

/** Writes its PID, reports ready, and exits with its parent or on a signal. */
const program = `
import { appendFileSync } from 'node:fs'
appendFileSync(process.argv[2] + '/pids', process.pid + ' ')
for (const signal of ['SIGTERM', 'SIGINT'])
  process.on(signal, () => { appendFileSync(process.argv[2] + '/signals', signal + ' '); process.exit() })
process.stdin.resume().on('close', () => process.exit())
console.log('ready')
`

async function prepare(t: TestContext, text = program) {
  const folder = await mkdtemp(join(tmpdir(), 'berth-provider-'))
  t.after(() => rm(folder, { recursive: true, force: true }))
  const main = join(folder, 'main.mjs')
  await writeFile(main, text)
  const lines: string[] = []
  let prepared = 0
  const worker = new ProviderProcess({
    id: 'owl-addon',
    node: process.execPath,
    main,
    folder,
    environment: {},
    async prepare() {
      prepared++
      return {}
    },
    log: (line) => lines.push(line),
  })
  t.after(() => worker.close('SIGTERM'))
  const pids = async () => {
    const text = await readFile(join(folder, 'pids'), 'utf8').catch(() => '')
    return text.split(' ').filter(Boolean).map(Number)
  }
  return { worker, folder, main, lines, pids, prepared: () => prepared }
}

const isGone = (pid: number) => () => !existsSync(`/proc/${pid}`)
const wait = (what: string) => ({ timeout: 300_000, what })

test('provider process: is started on demand, once', async (t) => {
  const { worker, pids, prepared, folder } = await prepare(t)
  assert.equal(existsSync(join(folder, 'pids')), false)
  await Promise.all([worker.wake(), worker.wake()])
  await worker.wake()
  assert.deepEqual([(await pids()).length, prepared()], [1, 1])
})

test('provider process: is restarted after a crash', async (t) => {
  const { worker, pids, lines } = await prepare(t)
  await worker.wake()
  const [first = 0] = await pids()
  process.kill(first, 'SIGKILL')
  await until(async () => (await pids()).length === 2, wait('another'))
  await worker.wake()
  assert.deepEqual(lines, ['owl-addon ended with SIGKILL; it is started again.'])
})

test('provider process: exits on the given signal, and is not restarted', async (t) => {
  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    const { worker, pids, folder, lines } = await prepare(t)
    await worker.wake()
    await worker.close(signal)
    const [pid = 0] = await pids()
    assert.ok(isGone(pid)())
    assert.equal(await readFile(join(folder, 'signals'), 'utf8'), `${signal} `)
    await assert.rejects(worker.wake(), /is being closed/)
    assert.deepEqual(lines, [])
  }
})

test('provider process: a failed start is reported to the caller', async (t) => {
  const { worker, lines } = await prepare(t, `console.error('no owls here'); process.exit(3)`)
  await assert.rejects(worker.wake(), /owl-addon ended with 3/)
  assert.ok(lines.includes('owl-addon: no owls here'))
})

test('provider process: does not outlive a killed server', async (t) => {
  const { folder, main, pids } = await prepare(t)
  const server = spawn(
    process.execPath,
    ['--input-type=module', '--eval', serverOf({ folder, main })],
    { cwd: import.meta.dirname, stdio: 'ignore' },
  )
  t.after(() => server.kill('SIGKILL'))
  const pid = await until(async () => (await pids())[0], wait('the provider'))
  server.kill('SIGKILL')
  await once(server, 'exit')
  await until(isGone(pid), wait('its end'))
})

const serverOf = (paths: { folder: string; main: string }) => `
import { ProviderProcess } from ${JSON.stringify(import.meta.resolve('./provider-process.ts'))}
const program = { id: 'owl-addon', node: process.execPath, environment: {}, prepare: async () => ({}), log() {} }
await new ProviderProcess({ ...program, ...${JSON.stringify(paths)} }).wake()
setInterval(() => {}, 1000)
`
