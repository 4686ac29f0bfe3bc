import assert from 'node:assert/strict'
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { after, afterEach, before, test } from 'node:test'
import { until } from '#kit/concurrency/timeout.ts'
import { PushedApplication } from '#tests/support/applications/pushed-application.ts'
import { sharedDescriptors } from '#tests/support/engine/machine.ts'
import { TestBerth } from '#tests/support/platform/berth.ts'

/** A tenant, or an unauthenticated client, takes as many connections and open files as possible. */
let berth: TestBerth
let application: PushedApplication
let sockets: Socket[] = []

const maxFiles = 256
const flood = 400

before(async () => {
  const limited = ['prlimit', `--nofile=${maxFiles}:${maxFiles}`, '--']
  berth = await TestBerth.start({ BERTH_DRAIN_TIMEOUT: '1s' }, async () => {}, limited)
  application = await PushedApplication.create(berth, 'grabbing')
  await berth.client.environment.replace(application.record, {
    ...Object.fromEntries(hooks.map((name) => [name, `echo ${name}; ${list}`])),
    CC_WORKER_COMMAND: `sh -c '${list}; exec sleep 100000'`,
  })
  assert.equal((await application.deploy(files)).state, 'OK')
})
after(() => berth?.[Symbol.asyncDispose]())
afterEach(() => {
  for (const socket of sockets) socket.destroy()
  sockets = []
})

const hooks = [
  'CC_PRE_BUILD_HOOK',
  'CC_POST_BUILD_HOOK',
  'CC_PRE_RUN_HOOK',
  'CC_RUN_SUCCEEDED_HOOK',
]
/** Prints the descriptors of whoever runs it: the last is the folder itself. */
const list = 'echo descriptors $(ls /proc/self/fd)'
const files = {
  'package.json': JSON.stringify({
    name: 'grabbing',
    scripts: { start: `${list} && exec node server.js` },
  }),
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

/** Opens connections that send these bytes and stay open, from another address than other clients. */
async function open(url: string, bytes: string): Promise<void> {
  const port = Number(new URL(url).port)
  for (let count = 0; count < flood; count++) {
    const socket = connect({ port, host: '127.0.0.1', localAddress: '127.0.0.2' })
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

test('children: none has a descriptor that the server has inherited, or one of its own', async () => {
  await berth.closesInherited()
  const hasAll = () => {
    const { programs, shared } = sharedDescriptors(berth.data, berth.pid)
    assert.deepEqual(shared, [])
    return kinds.every((name) => programs.has(name))
  }
  await until(hasAll, { timeout: 300_000, what: `processes of ${kinds.join(', ')}` })
})

/** An instance's pump, sandbox, worker and program; the router and its standby. */
const kinds = ['perl', 'bwrap', 'sleep', 'node', 'berth-router', 'berth-router-st']

test('commands of a tenant: they have their streams and no other descriptor', async () => {
  const printed = () =>
    application.log().then((lines) => lines.filter((line) => line.startsWith('descriptors')))
  // Before and after a build, before a start, the worker, the application itself, and beside it after the deployment.
  const lines = await until(async () => (await printed()).length >= hooks.length + 2 && printed(), {
    timeout: 300_000,
    what: 'what all commands print',
  })
  for (const line of lines) assert.equal(line, 'descriptors 0 1 2 3')
})

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
