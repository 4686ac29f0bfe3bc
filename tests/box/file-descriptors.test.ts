import assert from 'node:assert/strict'
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { after, afterEach, before, test } from 'node:test'
import { until } from '#kit/concurrency/timeout.ts'
import { PushedApplication } from '#tests/support/applications/pushed-application.ts'
import { TestBerth } from '#tests/support/platform/berth.ts'

/** A tenant, or an unauthenticated client, takes as many connections and open files as possible. */
let berth: TestBerth
let application: PushedApplication
let sockets: Socket[] = []

const maxFiles = 256
const flood = 400

before(async () => {
  const limited = ['prlimit', `--nofile=${maxFiles}:${maxFiles}`, '--']
  berth = await TestBerth.start({ BERTH_SETTLE_DEADLINE: '1s' }, async () => {}, limited)
  application = await PushedApplication.create(berth, 'grabbing')
  assert.equal((await application.deploy(files)).state, 'OK')
})
after(() => berth?.[Symbol.asyncDispose]())
afterEach(() => {
  for (const socket of sockets) socket.destroy()
  sockets = []
})

const files = {
  'package.json': JSON.stringify({ name: 'grabbing', scripts: { start: 'node server.js' } }),
  'server.js': `
    const fs = require('node:fs')
    const grab = () => {
      const taken = []
      try {
        while (taken.length < 1e6) taken.push(fs.openSync('/dev/null'))
      } catch (error) {
        return taken.length + ' ' + error.code
      } finally {
        for (const each of taken) fs.closeSync(each)
      }
    }
    require('node:http').createServer((request, response) => {
      response.end(request.url === '/grab' ? grab() : 'here')
    }).listen(8080, '0.0.0.0')`,
}

/** Opens connections that send these bytes and stay open. */
async function open(url: string, bytes: string): Promise<void> {
  const port = Number(new URL(url).port)
  for (let count = 0; count < flood; count++) {
    const socket = connect(port, '127.0.0.1')
    socket.on('error', () => {})
    sockets.push(socket)
    await Promise.race([once(socket, 'connect'), once(socket, 'close')])
    socket.write(bytes)
  }
}

const isServed = async () => {
  const { name } = await berth.client.applications.get(application.record)
  const { body } = await application.visit()
  return name === 'grabbing' && body === 'here'
}

const recovers = () =>
  until(() => isServed().catch(() => false), { timeout: 300_000, every: 50, what: 'an answer' })

for (const [listener, urlOf] of [
  ['the API', () => berth.addresses.api],
  ['the router', () => berth.addresses.visitors.http],
] as const) {
  test(`${listener}: serves while more idle connections are opened than its file descriptor limit`, async () => {
    await open(urlOf(), '')
    assert.ok(await isServed())
    await until(() => sockets.filter(({ closed }) => closed).length > flood - maxFiles, {
      timeout: 300_000,
      what: 'the end of silent connections',
    })
  })

  test(`${listener}: refuses connections while all file descriptors are busy, and recovers`, async () => {
    await open(urlOf(), 'POST / HTTP/1.1\r\nHost: x\r\nContent-')
    await until(() => sockets.filter(({ closed }) => closed).length > flood - maxFiles, {
      timeout: 300_000,
      what: 'the refusal of connections',
    })
    assert.equal(berth.exitCode, null)
    for (const socket of sockets) socket.destroy()
    await recovers()
  })
}

test('instance: its open files are limited, and others are unaffected', async () => {
  const { body } = await application.visit('/grab')
  const [, count, code] = /^(\d+) (\w+)$/.exec(body) ?? []
  assert.equal(code, 'EMFILE')
  assert.ok(Number(count) < maxFiles)
  assert.ok(await isServed())
  assert.equal((await application.deploy({ ...files, again: '' })).state, 'OK')
  assert.doesNotMatch(berth.output, /bug/)
})
