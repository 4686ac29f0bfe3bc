import assert from 'node:assert/strict'
import type { ServerResponse } from 'node:http'
import { test } from 'node:test'
import {
  application,
  applicationId,
  deployment,
  startFakePlatform,
  userId,
} from '#tests/support/fake-platform.ts'
import { moment } from './logs.ts'

const line = (message: string, more = {}) =>
  `event: APPLICATION_LOG\ndata: ${JSON.stringify({ date: '2026-01-01T00:00:00.000Z', severity: 'info', message, ...more })}\n\n`

/** A platform whose log stream is written by the test; `end` also ends the running deployment. */
async function withLog(say: (response: ServerResponse, end: (state: string) => void) => void) {
  const platform = await startFakePlatform()
  platform.applications.push(application(applicationId, 'hello'))
  platform.deployments.push(deployment(1, 'WIP'))
  platform.api.answers.unshift([
    /^GET \/v4\/logs\//,
    () => (response: ServerResponse) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' })
      say(response, (state) => {
        platform.deployments[0] = deployment(1, state)
      })
    },
  ])
  await platform.type('login --local')
  await platform.type('link hello')
  return platform
}

test('berth logs: prints stored lines as text and as JSON, without terminal control sequences', async () => {
  await using platform = await withLog((response) =>
    response.end(`${line('one\x1b]0;x\x07')}${line('two')}event: END_OF_STREAM\ndata: {}\n\n`),
  )
  const { out } = await platform.type('logs --no-follow --limit 2 --since 1h --deployment-id d')
  assert.equal(out, '2026-01-01T00:00:00.000Z one\n2026-01-01T00:00:00.000Z two\n')
  const { query } = platform.api.heard.at(-1) ?? {}
  assert.deepEqual(Object.keys(query ?? {}).sort(), ['deploymentId', 'limit', 'since', 'until'])
  const json = (await platform.type('logs --until 0s --format json')).out.trim().split('\n')
  assert.deepEqual(
    json.map((text) => JSON.parse(text).message),
    ['one\x1b]0;x\x07', 'two'],
  )
  await platform.type('logs --after 1h --before 0s')
  assert.deepEqual(Object.keys(platform.api.heard.at(-1)?.query ?? {}).sort(), ['since', 'until'])
  assert.match((await platform.type('logs --limit x')).err, /Invalid --limit 'x'/)
})

test('berth logs: names the instance of a line', async () => {
  const instanceId = '7f1c2d3e-aaaa-4bbb-8ccc-0123456789ab'
  await using platform = await withLog((response) =>
    response.end(
      `${line('one', { instanceId })}${line('two', { instanceId: '' })}event: END_OF_STREAM\ndata: {}\n\n`,
    ),
  )
  const { out } = await platform.type('logs --no-follow')
  assert.equal(out, '2026-01-01T00:00:00.000Z 7f1c2d3e one\n2026-01-01T00:00:00.000Z two\n')
})

test('berth restart: streams the deployment log to its last line, then prints the URL', async () => {
  await using platform = await withLog((response, end) => {
    response.write(line('Building'))
    end('OK')
    response.write(`${line('Successfully deployed in 1 s.')}event: HEARTBEAT\n\n`)
  })
  const { code, out } = await platform.type('restart --commit abc --without-cache')
  assert.equal(code, 0)
  assert.match(
    out,
    /Building\n.*Successfully deployed in 1 s\.\nhello is live at http:\/\/app-3.*:4080\/\n$/,
  )
  const asked = platform.api.heard.find(({ method }) => method === 'POST')
  assert.deepEqual(asked?.query, { commit: 'abc', useCache: 'no' })
})

test('berth restart: no URL is printed for a finished task', async () => {
  await using platform = await withLog((response, end) => {
    response.write(line('The task succeeded after 1 s.'))
    end('OK')
    response.write('event: HEARTBEAT\n\n')
  })
  for (const { instance } of platform.applications) instance.lifetime = 'TASK'
  const { code, out } = await platform.type('restart')
  assert.equal(code, 0)
  assert.match(out, /The task succeeded after 1 s\.\n$/)
})

test('berth restart: a heartbeat after the end marks the log as complete', async () => {
  await using platform = await withLog((response, end) => {
    response.write(line('Building'))
    end('FAIL')
    const beat = setInterval(() => response.write('event: HEARTBEAT\n\n'), 50)
    response.on('close', () => clearInterval(beat))
  })
  const { code, out, err } = await platform.type('restart')
  assert.equal(code, 1)
  assert.match(out, /Building\n$/)
  assert.match(err, /^Deployment 1 of hello failed\. Its log: `berth logs/)
})

test('berth restart: JSON output is a single object, progress goes to standard error', async () => {
  await using platform = await withLog((response, end) => {
    end('CANCELLED')
    response.write(line('Deploy cancelled after 1 s.'))
  })
  const { code, out, err } = await platform.type('restart --format json')
  assert.equal(code, 1)
  assert.equal(JSON.parse(out).state, 'CANCELLED')
  assert.match(
    err,
    /Deploy cancelled after 1 s\.\n\{"error":\{"message":"Deployment 1 of hello was cancelled\."\},"exitCode":1\}\n$/,
  )
})

test('berth restart: waits for the deployment even without its log', async () => {
  await using platform = await withLog((response) => response.destroy())
  platform.deployments[0] = deployment(1, 'OK')
  platform.api.answers.unshift([/^GET \/v4\/logs\//, () => undefined])
  platform.api.answers.splice(1, 1)
  const { code } = await platform.type('restart --quiet')
  assert.equal(code, 0)
  assert.equal((await platform.type('restart')).code, 0)
})

test('berth logs --addon: an add-on is found by name', async () => {
  await using platform = await startFakePlatform()
  await platform.type('login --local')
  const addons = [{ id: 'addon_1', realId: 'r-1', name: 'db', providerId: 'p' }]
  const user = { id: userId, name: 'Dev', applications: [], addons, consumers: [] }
  platform.api.answers.unshift([/^GET .*summary$/, () => ({ user, organisations: [] })])
  platform.api.answers.unshift([
    /^GET \/v4\/logs\/organisations\/[^/]+\/resources\/addon_1\/logs/,
    () => (response: ServerResponse) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' })
      const data = { date: '2026-01-01T00:00:00.000Z', severity: 'info', message: 'checkpoint' }
      response.end(
        `event: RESOURCE_LOG\ndata: ${JSON.stringify(data)}\n\nevent: END_OF_STREAM\ndata: {}\n\n`,
      )
    },
  ])
  const { out, err } = await platform.type('logs --addon db --no-follow')
  assert.equal(out, '2026-01-01T00:00:00.000Z checkpoint\n', err)
  assert.match((await platform.type('logs --addon nothing')).err, /no add-on 'nothing'/)
})

const now = Date.parse('2026-01-02T00:00:00Z')

test('--since and --until: a date or a duration before now', () => {
  assert.equal(moment('2025-12-31T12:00:00+01:00', now), '2025-12-31T11:00:00.000Z')
  assert.equal(moment('90m', now), '2026-01-01T22:30:00.000Z')
  assert.equal(moment('1d', now), '2026-01-01T00:00:00.000Z')
})

test('--since and --until: other values are refused', () => {
  for (const text of ['', 'yesterday', '10x', '999999999d'])
    assert.throws(() => moment(text, now), /Invalid time/)
})

test('berth accesslogs: prints requests as text, in the Common Log Format and as JSON', async () => {
  const entry = (path: string, more: object = {}) => {
    const http = {
      request: { host: 'app.test', method: 'GET', path, scheme: 'https' },
      response: { statusCode: 200, time: 12.3 },
    }
    const source = { ip: '192.0.2.1', port: 1 }
    const all = {
      date: '2026-01-01T00:00:00.000Z',
      source,
      bytesIn: 3,
      bytesOut: 42,
      http,
      ...more,
    }
    return `event: ACCESS_LOG\ndata: ${JSON.stringify(all)}\n\n`
  }
  await using platform = await startFakePlatform()
  platform.applications.push(application(applicationId, 'hello'))
  platform.api.answers.unshift([
    /^GET \/v4\/accesslogs\//,
    () => (response: ServerResponse) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' })
      const events = `${entry('/a"b\x1b')}${entry('', { http: undefined })}`
      response.end(`${events}event: END_OF_STREAM\ndata: {}\n\n`)
    },
  ])
  await platform.type('login --local')
  await platform.type('link hello')
  const human = (await platform.type('accesslogs --no-follow')).out.trimEnd().split('\n')
  assert.match(
    human[0] ?? '',
    /^2026-01-01T00:00:00\.000Z 192\.0\.2\.1 {7}200 GET {2}app\.test\/a"b.* 12\.3 ms$/,
  )
  assert.match(human[1] ?? '', /TCP 3 bytes in, 42 bytes out$/)
  assert.ok(!human.join('').includes('\x1b'))
  const { out } = await platform.type('accesslogs --before 0s --clf')
  assert.match(out, /^192\.0\.2\.1 - - \[01\/Jan\/2026:00:00:00 \+0000\] "GET \/a\\"b.*" 200 42\n$/)
  const json = (await platform.type('accesslogs --no-follow --format json')).out.trim().split('\n')
  assert.equal(JSON.parse(json[0] ?? '').bytesOut, 42)
  assert.equal(json.length, 2)
})
