import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { StreamEvent } from '#client/http/event-stream.ts'
import type { LogLine } from '#client/resources/applications/logs.ts'
import { until } from '#kit/concurrency/timeout.ts'
import { PushedApplication, webServer } from '#tests/support/applications/pushed-application.ts'
import { refusalOf, sendRequest } from '#tests/support/people/signed-request.ts'
import { TestBerth } from '#tests/support/platform/berth.ts'
import { linesOf, logPath, readLog } from '#tests/support/platform/read-log.ts'

/** Log stream: heartbeats, an end only with `until`, and no line lost or duplicated. */
let berth: TestBerth
let application: PushedApplication

before(async () => {
  berth = await TestBerth.start({ BERTH_ENGINE: 'memory' })
  application = await PushedApplication.create(berth, 'web')
  await application.deploy(webServer('first'))
  await application.deploy(webServer('second'))
  for (const word of ['one', 'two', 'three']) await application.visit(`/say/word-${word}`)
})
after(() => berth?.[Symbol.asyncDispose]())

const { events, lines } = readLog(() => ({ berth, application: application.record }))

test('log stream: without until it continues with heartbeats and never ends', async () => {
  const beats = (all: StreamEvent[]) => all.filter(({ name }) => name === 'HEARTBEAT').length
  const all = await events({ filter: 'no line has this' }, (_, seen) => beats(seen) === 3)
  assert.deepEqual(
    all.map(({ name }) => name),
    ['HEARTBEAT', 'HEARTBEAT', 'HEARTBEAT'],
  )
})

test('log stream: resumes after any line, without gap or duplicate', async () => {
  const all = await lines()
  assert.ok(all.length > 20)
  assert.equal(new Set(all.map(({ id }) => id)).size, all.length)
  for (const [index, { id }] of all.entries()) {
    assert.deepEqual(await lines({}, id), all.slice(index + 1))
  }
})

test('log stream: a client that reconnects during writes misses no line', async () => {
  const words = Array.from({ length: 40 }, (_, index) => `count-${index}-`)
  const speaking = (async () => {
    for (const word of words) await application.visit(`/say/${word}`)
  })()
  const heard: string[] = []
  let last: string | undefined
  while (heard.length < words.length) {
    const few = await events(
      { filter: 'count-' },
      (_, seen) =>
        linesOf(seen).length >= 3 || heard.length + linesOf(seen).length === words.length,
      last,
    )
    heard.push(...linesOf(few).map(({ message }) => message))
    last = few.at(-1)?.id
  }
  await speaking
  assert.deepEqual(heard, words)
})

test('log stream: since and until select by time', async () => {
  const all = await lines()
  const middle = all[Math.floor(all.length / 2)] ?? assert.fail()
  const moment = Date.parse(middle.date)
  const isLater = ({ date }: LogLine) => Date.parse(date) >= moment
  assert.deepEqual(await lines({ since: middle.date }), all.filter(isLater))
  assert.deepEqual(await lines({ since: moment }), all.filter(isLater))
  const before = await lines({ until: middle.date })
  assert.ok(before.length > 0 && before.every(({ date }) => Date.parse(date) <= moment))
  const inAnHour = new Date(Date.now() + 3_600_000).toISOString()
  const coming = events(
    { until: inAnHour, filter: 'still-comes' },
    (_, seen) => linesOf(seen).length > 0,
  )
  await application.visit('/say/still-comes')
  await coming
  await lines({ until: new Date(Date.now() + 300).toISOString() })
})

test('log stream: limit, deploymentId, instanceId and filter select lines', async () => {
  const all = await lines()
  assert.deepEqual(await lines({ limit: 5 }), all.slice(-5))
  for (const key of ['deploymentId', 'instanceId'] as const) {
    const values = [...new Set(all.map((line) => line[key]).filter((value) => value !== ''))]
    assert.equal(values.length, 2, key)
    for (const value of values) {
      assert.deepEqual(
        await lines({ [key]: value }),
        all.filter((line) => line[key] === value),
      )
    }
  }
  const words = await lines({ filter: 'word-t' })
  assert.deepEqual(
    words.map(({ message }) => message),
    ['word-two', 'word-three'],
  )
  assert.deepEqual(await lines({ deploymentId: 'deployment_unknown' }), [])
})

test('log stream: invalid filters are refused, and an unknown position is no bug', async () => {
  for (const query of ['limit=x', 'limit=-1', 'since=yesterday', 'until=%00']) {
    refusalOf(await sendRequest(berth, 'GET', `${logPath(application.record)}?${query}`), 400, 'v4')
  }
  for (const place of ['nothing', '9'.repeat(300), '-1', '0']) await lines({}, place)
  assert.doesNotMatch(berth.output, /bug/)
})

test('log stream: a client resumes at the next server, without gap or duplicate', async () => {
  const heard: string[] = []
  const over = new AbortController()
  const reading = (async () => {
    const query = { filter: 'heard-', since: new Date().toISOString() }
    const all = berth.client.logs.follow(application.record, query, { signal: over.signal })
    for await (const { message } of all) heard.push(message)
  })()
  const hears = (count: number) =>
    until(() => heard.length >= count, { timeout: 300_000, what: `line ${count}` })
  await application.visit('/say/heard-1')
  await hears(1)
  await berth.signal('SIGTERM')
  await berth.start()
  await until(async () => (await application.visit('/say/heard-2')).status === 200, {
    timeout: 300_000,
    what: 'the application',
  })
  await hears(2)
  over.abort()
  await reading
  assert.deepEqual(heard, ['heard-1', 'heard-2'])
})
