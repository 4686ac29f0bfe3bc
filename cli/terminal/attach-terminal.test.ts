import assert from 'node:assert/strict'
import { EventEmitter } from 'node:events'
import { PassThrough } from 'node:stream'
import { after, before, test } from 'node:test'
import { createClient } from '#client/client.ts'
import { shellRequest } from '#client/resources/terminals.ts'
import { until } from '#kit/concurrency/timeout.ts'
import type { Application } from '#platform/model/hosting/application.ts'
import { one } from '#tests/support/applications/live-application.ts'
import { openTestApi, type TestApi } from '#tests/support/platform/api.ts'
import { attachTerminal } from './attach-terminal.ts'

const timeout = 300_000

let api: TestApi
let application: Application
let client: ReturnType<typeof createClient>
before(async () => {
  api = await openTestApi()
  const { id } = await api.application()
  application = (await api.platform.store.applications.find(id)) ?? assert.fail()
  assert.equal((await api.deploy(application, one)).state, 'live')
  client = createClient({ api: api.url, credentials: api.account })
})
after(async () => {
  client.close()
  await api[Symbol.asyncDispose]()
})

/** The streams of a process, whose screen is that of a terminal if it has a size. */
function openStreams(screen?: { columns: number; rows: number }) {
  const modes: boolean[] = []
  const isTTY = screen !== undefined
  const stdin = Object.assign(new PassThrough(), {
    isTTY,
    setRawMode: (isRaw: boolean) => modes.push(isRaw),
  })
  const stdout = Object.assign(new PassThrough(), { isTTY, ...screen })
  const stderr = new PassThrough()
  const texts = { out: '', err: '' }
  stdout.on('data', (chunk) => (texts.out += chunk))
  stderr.on('data', (chunk) => (texts.err += chunk))
  const shows = (text: string) =>
    until(() => texts.out.includes(text), { timeout, every: 5, what: text })
  return { stdin, stdout, stderr, signals: new EventEmitter(), texts, modes, shows }
}

const attach = (
  streams: ReturnType<typeof openStreams>,
  command?: string,
  more: { hasTerminal?: boolean } = {},
) =>
  attachTerminal({
    ...more,
    client,
    request: shellRequest(application, { command }),
    terminal: { env: { TERM: 'xterm' } },
    streams,
  })

test('CLI session: with a terminal keys go there as they are, and the size follows the screen', async () => {
  const streams = openStreams({ columns: 90, rows: 30 })
  const exit = attach(streams)
  streams.stdin.write('env TERM\nsize\n')
  await streams.shows('xterm\n30 90')
  streams.stdout.columns = 44
  streams.stdout.emit('resize')
  await until(
    () => {
      streams.stdin.write('size\n')
      return streams.texts.out.includes('30 44')
    },
    { timeout, every: 100, what: 'the new size' },
  )
  streams.stdin.write('exit 9\n')
  assert.equal(await exit, 9)
  assert.deepEqual(streams.modes, [true, false])
})

test('CLI session: without a terminal both outputs are apart, and the end of the input is passed on', async () => {
  const streams = openStreams()
  const exit = attach(streams)
  streams.stdin.end('echo out\ncomplain err\nsize\n')
  assert.equal(await exit, 0)
  assert.deepEqual(streams.texts, { out: 'out\nno terminal\n', err: 'err\n' })
  assert.deepEqual(streams.modes, [])
})

test('CLI session: input of any length arrives as it is', async () => {
  const streams = openStreams()
  const exit = attach(streams, 'cat')
  const text = Array.from({ length: 60_000 }, (_, at) => `line ${at}\n`).join('')
  streams.stdin.end(text)
  assert.equal(await exit, 0)
  assert.equal(streams.texts.out.length, text.length)
  assert.ok(streams.texts.out === text)
})

test('CLI session: a signal of the process goes to the command, whose status is that of the process', async () => {
  const streams = openStreams()
  const exit = attach(streams, 'wait')
  const timer = setInterval(() => streams.signals.emit('SIGTERM'), 200)
  assert.equal(await exit, 143)
  clearInterval(timer)
  assert.deepEqual(streams.signals.eventNames(), [])
})

test('CLI session: sentences on a screen begin new lines as it does, raw with a terminal there and else not', async () => {
  const ids = (await api.platform.store.instances.listOf(application.id)).map(({ id }) => id)
  for (const hasTerminal of [true, false]) {
    const streams = openStreams({ columns: 90, rows: 30 })
    const exit = attach(streams, undefined, { hasTerminal })
    streams.stdin.write('echo up\nwait\n')
    await streams.shows('up')
    await api.platform.shells.drain(application.id, ids, 100)
    assert.equal(await exit, 129)
    const lines = ['This session ends in 100 ms.', 'The session ends.'].map((end) => {
      const sentence = `This instance is stopping. ${end}`
      return hasTerminal ? `\r\n${sentence}\r\n` : `${sentence}\n`
    })
    assert.equal(streams.texts.err, lines.join(''))
  }
})

test('CLI session: a refusal is a sentence, and so is that of credentials', async () => {
  await assert.rejects(
    attachTerminal({
      client,
      request: shellRequest(application, { instance: 'x' }),
      terminal: { env: {} },
      streams: openStreams(),
    }),
    { name: 'Refusal', message: 'The application has no such instance.' },
  )
  const stranger = createClient({ api: api.url, credentials: { ...api.account, secret: 'x' } })
  await assert.rejects(
    attachTerminal({
      client: stranger,
      request: shellRequest(application),
      terminal: { env: {} },
      streams: openStreams(),
    }),
    { name: 'ApiError', status: 401 },
  )
})
