import assert from 'node:assert/strict'
import { once } from 'node:events'
import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { after, before, test } from 'node:test'
import { plaintextHeader } from '#client/http/node/oauth1.ts'
import type { Application } from '#client/resources/applications/applications.ts'
import { withTimeout } from '#kit/concurrency/timeout.ts'
import { type RawRequest, refusalOf, sendRequest } from '#tests/support/people/signed-request.ts'
import { TestBerth } from '#tests/support/platform/berth.ts'

/** Invalid requests: one message, the right status, one of the two shapes, and nothing changes. */
let berth: TestBerth
let application: Application
let path: string

before(async () => {
  berth = await TestBerth.lease({ BERTH_ENGINE: 'memory' })
  const { organisationId } = berth.admin
  const created = await send('POST', `/v2/organisations/${organisationId}/applications`, {
    body: JSON.stringify({ name: 'web', instanceType: 'node', env: { KEPT: 'yes' } }),
  })
  application = created.json as unknown as Application
  path = `/v2/organisations/${organisationId}/applications/${application.id}`
})
after(() => berth?.[Symbol.asyncDispose]())

const send = (method: string, to: string, more?: RawRequest) => sendRequest(berth, method, to, more)
const sendJson = (method: string, to: string, value: unknown) =>
  send(method, to, {
    body: JSON.stringify(value),
    headers: { 'content-type': 'application/json' },
  })
const create = (change: object) =>
  sendJson('POST', `/v2/organisations/${berth.admin.organisationId}/applications`, {
    name: 'other',
    instanceType: 'node',
    ...change,
  })

const badNames = { empty: '', 'a line break': 'a\nb', NUL: 'a\0b', escape: 'a\x1b[2Jb' }

test('bad requests: invalid names are refused, on creation and on change', async () => {
  const long = { 'a long text': 'x'.repeat(101), 'sixty kilobytes': 'x'.repeat(60_000) }
  for (const [what, name] of Object.entries({ ...badNames, ...long })) {
    // An empty name leaves the current one.
    const changed = name === '' ? [] : [await sendJson('PUT', path, { name })]
    for (const answer of [await create({ name }), ...changed]) {
      const sentence = refusalOf(answer, 400, 'v2')
      assert.match(sentence, /name/i, what)
      assert.ok(sentence.length < 500, what)
    }
  }
})

test('bad requests: unknown types, zones, flavors and scales are refused by name', async () => {
  const wrong = {
    instanceType: 'cobol',
    zone: 'moon',
    minFlavor: 'XXXXL',
    buildFlavor: 'tiny',
    branch: '../..',
  }
  for (const [key, value] of Object.entries(wrong)) {
    assert.match(refusalOf(await create({ [key]: value }), 400, 'v2'), new RegExp(`"${value}"`))
  }
  refusalOf(await create({ minInstances: 3, maxInstances: 2 }), 400, 'v2')
  refusalOf(await create({ maxInstances: 1000 }), 400, 'v2')
})

test('bad requests: values of the wrong type are reported by field', async () => {
  const answer = await create({ name: 5, minInstances: 'two', separateBuild: 1, env: { A: 1 } })
  refusalOf(answer, 400, 'v2')
  const fields = answer.json.fields as Record<string, string>
  assert.deepEqual(Object.keys(fields).sort(), ['env.A', 'minInstances', 'name', 'separateBuild'])
})

test('bad requests: bodies that are not JSON, too large, or of another type are refused', async () => {
  for (const body of ['', '{', '{"name":"x"', '"text"', '[]', 'null', '\ufeff{}', '\0']) {
    const answer = await send('PUT', path, {
      body,
      headers: { 'content-type': 'application/json' },
    })
    refusalOf(answer, 400, 'v2')
  }
  const large = JSON.stringify({ name: 'x'.repeat(5 * 1024 * 1024) })
  assert.match(refusalOf(await send('PUT', path, { body: large }), 413, 'v2'), /larger than 64 kB/)
  const key = await send('PUT', '/v2/self/keys/mine', { body: '"no key"' })
  assert.match(refusalOf(key, 400, 'v2'), /key/i)
})

test('bad requests: invalid variables are refused with all their problems', async () => {
  const bad = { 'A B': '1', 'C\n': '2', NUL: 'a\0b', BIG: 'x'.repeat(200 * 1024), GOOD: '5' }
  const answer = await sendJson('PUT', `${path}/env`, bad)
  refusalOf(answer, 400, 'v2')
  assert.equal(answer.json.id, 557)
  const fields = Object.keys(answer.json.fields as object)
  for (const name of ['A B', 'C\n', 'NUL', 'BIG']) assert.ok(fields.includes(name), name)
  for (const name of ['A%20B', 'A%0AB', '%00', 'x'.repeat(101), '%2e%2e%2fB']) {
    refusalOf(await sendJson('PUT', `${path}/env/${name}`, { value: 'v' }), 400, 'v2')
  }
  refusalOf(await sendJson('PUT', `${path}/env/A`, { value: 5 }), 400, 'v2')
  assert.deepEqual(await berth.client.environment.list(application), [
    { name: 'KEPT', value: 'yes' },
  ])
})

test('bad requests: a missing object is a 404 in the shape of its API version', async () => {
  const missing = [
    ...['/v2', '/v2/nothing', '/v2/self/applications/app_1', `${path}/deployments/7`],
    ...[
      `${path}/deployments/%00`,
      `${path}/deployments/%E0%A4%A`,
      `${path}/..%2f..%2fself`,
      '/v2//self',
    ],
  ]
  for (const to of missing) refusalOf(await send('GET', to), 404, 'v2')
  for (const to of ['/v4/nothing', '/v4/products/zones/moon', '/v4/logs/organisations/x']) {
    refusalOf(await send('GET', to), 404, 'v4')
  }
  for (const method of ['PATCH', 'TRACE', 'PROPFIND']) {
    assert.match(refusalOf(await send(method, '/v2/self'), 405, 'v2'), /only supports/)
  }
  const head = await send('HEAD', '/v2/self')
  assert.deepEqual([head.text, head.status < 500], ['', true])
})

test('bad requests: callers without valid credentials get 401', async () => {
  const wrong = ['Bearer x', 'Basic eDp5', 'OAuth', 'OAuth oauth_token="x"', 'OAuth a="%zz"', 'x']
  for (const authorization of wrong) {
    refusalOf(await send('GET', '/v2/self', { authorization }), 401, 'v2')
    refusalOf(await send('GET', `/v4/logs${path.slice(3)}/logs`, { authorization }), 401, 'v4')
  }
})

test('bad requests: bytes that are not HTTP close the connection and nothing else', async () => {
  for (const bytes of ['\0\0\0\0', 'GET\r\n\r\n', `GET / HTTP/1.1\r\n${'x: y\r\n'.repeat(5000)}`]) {
    const socket = connect(Number(new URL(berth.addresses.api).port), '127.0.0.1')
    socket.end(bytes)
    await text(socket).catch(() => '')
  }
  assert.equal((await send('GET', '/v2/self')).status, 200)
})

test('bad requests: a client that disconnects is not logged as a bug', async () => {
  const headers = `host: x\r\nauthorization: ${plaintextHeader(berth.admin)}\r\n`
  const ends = [
    `PUT ${path} HTTP/1.1\r\n${headers}expect: 100-continue\r\ncontent-length: 9\r\n\r\n{`,
    `PUT ${path} HTTP/1.1\r\n${headers}transfer-encoding: chunked\r\n\r\nnonsense\r\n`,
    `GET /v4/logs${path.slice(3)}/logs HTTP/1.1\r\n${headers}\r\n`,
  ]
  for (const request of ends) {
    const socket = connect(Number(new URL(berth.addresses.api).port), '127.0.0.1')
    socket.on('error', () => {}).write(request)
    await withTimeout(once(socket, 'data'), 60_000, 'a first word')
    socket.resetAndDestroy()
  }
  assert.equal((await send('GET', '/v2/self')).status, 200)
})

test('bad requests: none was a bug, and nothing was created', async () => {
  assert.doesNotMatch(berth.output, /bug/)
  const all = await berth.client.applications.list(berth.admin.organisationId)
  assert.deepEqual(
    all.map(({ id, name }) => [id, name]),
    [[application.id, 'web']],
  )
})
