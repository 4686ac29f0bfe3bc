import assert from 'node:assert/strict'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { type AddressInfo, createServer } from 'node:net'
import { constants } from 'node:os'
import { after, before, test } from 'node:test'
import { until } from '#kit/concurrency/timeout.ts'
import { PushedApplication, webServer } from '#tests/support/applications/pushed-application.ts'
import { leftOf, processesOf, routerOf } from '#tests/support/engine/machine.ts'
import { TestBerth } from '#tests/support/platform/berth.ts'
import { refusedStart } from '#tests/support/platform/refused-start.ts'
import { keepVisiting } from '#tests/support/visitors/visit.ts'

/** Which processes each signal ends, and which keep running. */
let berth: TestBerth
let application: PushedApplication

before(async () => {
  berth = await TestBerth.start()
  application = await PushedApplication.create(berth, 'web')
  assert.equal((await application.deploy(webServer('first'))).state, 'OK')
})
after(() => berth?.[Symbol.asyncDispose]())

const instance = async () => {
  const all = await berth.client.instances.list(application.record)
  return all.find(({ state }) => state === 'UP') ?? assert.fail('there is no instance')
}
const programs = async () => processesOf((await instance()).id, 'server.js')
/** Whether a signal is in a set of a process: `ShdPnd` waits for it, `SigCgt` is caught by it. */
const isIn = (set: 'ShdPnd' | 'SigCgt', pid: number, signal: NodeJS.Signals) => {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8')
  const [, mask = '0'] = new RegExp(`^${set}:\\s+(\\w+)$`, 'm').exec(status) ?? []
  return (BigInt(`0x${mask}`) & (1n << BigInt(constants.signals[signal] - 1))) !== 0n
}
const answersAgain = (text: string) =>
  until(
    () =>
      application.visit().then(
        ({ body }) => body === text,
        () => false,
      ),
    { timeout: 300_000, what: `an answer of ${text}` },
  )

test('SIGTERM: ends the server only, and the next one adopts the running instances', async () => {
  const { visitors } = berth.addresses
  await using asking = keepVisiting(visitors.http, application.host, 2)
  const before = await programs()
  const router = routerOf(berth.data)

  await berth.signal('SIGTERM')
  assert.equal(berth.exitCode, 0)
  assert.equal((await application.visit('/without-a-server')).body, 'first')
  await berth.start()

  assert.deepEqual(berth.addresses.visitors, visitors)
  assert.equal(routerOf(berth.data), router)
  assert.deepEqual(await programs(), before)
  await application.visit('/with-a-server')
  await application.logged(/asked for \/with-a-server/)
  const asked = (await application.log()).filter((message) => message.startsWith('asked for'))
  assert.deepEqual(asked, ['asked for /without-a-server', 'asked for /with-a-server'])

  const { state } = await application.deploy(webServer('second'))
  assert.equal(state, 'OK')
  const { failures, bodies } = await asking.stop()
  assert.deepEqual(failures, [])
  assert.deepEqual(bodies, ['first', 'second'])
})

test('kill -9: a killed router is replaced at once, on the same ports', async () => {
  process.kill(routerOf(berth.data), 'SIGKILL')
  await answersAgain('second')
  // The standby of the router may answer before the server has noticed anything.
  const isSaid = () => berth.output.includes('The router has ended; it is started again')
  await until(isSaid, { timeout: 300_000, what: 'the word of the server' })
})

test('kill -9: a killed application is restarted, and the log says so', async () => {
  const [program] = await programs()
  process.kill(program ?? assert.fail(), 'SIGKILL')
  await application.logged(/exited with code 137.* Restarting in \d/)
  await answersAgain('second')
  await application.logged(/was restarted/)
})

test('folder lock: a second server on the same data folder is refused and changes nothing', async () => {
  const second = berth.spawnServer([])
  const [code] = await once(second, 'close')
  assert.equal(code, 2)
  assert.match(berth.output, /is in use by process \d+: a Berth is running on it already/)
  assert.equal((await berth.client.applications.list(berth.admin.organisationId)).length, 1)
  assert.equal((await application.visit()).body, 'second')
})

test('folder lock: a second server waits, and takes over when the first one has ended', async () => {
  const router = routerOf(berth.data)
  const first = berth.pid
  Object.assign(berth.settings, { BERTH_LOCK_TIMEOUT: '10m' })
  const starting = berth.start()
  const waits = new RegExp(`is in use by process ${first}: waiting up to`)
  await until(() => waits.test(berth.output), { timeout: 300_000, what: 'a second server' })
  assert.equal((await application.visit()).body, 'second')
  process.kill(first, 'SIGTERM')
  await starting
  assert.notEqual(berth.pid, first)
  assert.equal(routerOf(berth.data), router)
  assert.equal((await application.visit()).body, 'second')
  assert.equal((await berth.client.applications.list(berth.admin.organisationId)).length, 1)
})

test('--stop-all: ends what is left by a server that is killed before it could end anything', async () => {
  process.kill(berth.pid, 'SIGSTOP')
  const stopping = berth.stopAll()
  await until(() => isIn('ShdPnd', berth.pid, 'SIGTERM'), { timeout: 300_000, what: 'the signal' })
  await berth.signal('SIGKILL')
  await stopping
  assert.deepEqual(await leftOf(berth.data), [])
})

test('SIGINT: the next start restores the application, and SIGINT ends everything', async () => {
  const known = async () => (await application.deployments()).length
  await berth.start()
  await answersAgain('second')
  const before = await known()
  await berth.signal('SIGINT')
  assert.equal(berth.exitCode, 0)
  assert.deepEqual(await leftOf(berth.data), [])

  await berth.start()
  await answersAgain('second')
  assert.equal(await known(), before, 'without a new deployment')
  await application.logged(/The application was restarted/)
})

test('SIGINT: during a start it ends that, and what an earlier server has left running', async () => {
  await berth.signal('SIGTERM')
  const second = berth.spawnServer([])
  const pid = second.pid ?? assert.fail('the server was not spawned')
  // Caught together with SIGINT, which Node always catches.
  await until(() => isIn('SigCgt', pid, 'SIGHUP'), { timeout: 300_000, what: 'a start' })
  second.kill('SIGINT')
  const [code] = await once(second, 'close')
  assert.equal(code, 0)
  assert.deepEqual(await leftOf(berth.data), [])
  await berth.start()
  await answersAgain('second')
})

test('SIGINT: whoever ignores SIGTERM is not waited for, however long it may take at other times', async () => {
  const deaf = `process.on('SIGTERM', () => {})
    require('node:http').createServer((_, response) => response.end('deaf')).listen(8080)`
  assert.equal((await application.deploy({ ...webServer(''), 'server.js': deaf })).state, 'OK')
  await berth.signal('SIGTERM')
  Object.assign(berth.settings, { BERTH_STOP_GRACE: '1h' })
  await berth.start()
  await answersAgain('deaf')
  await berth.signal('SIGINT')
  assert.equal(berth.exitCode, 0)
  assert.deepEqual(await leftOf(berth.data), [])
  Object.assign(berth.settings, { BERTH_STOP_GRACE: '3s' })
  await berth.start()
  await answersAgain('deaf')
  assert.equal((await application.deploy(webServer('second'))).state, 'OK')
})

test('restart: processes that died without a server are restarted by the next one', async () => {
  const [program] = await programs()
  const router = routerOf(berth.data)
  await berth.signal('SIGTERM')
  process.kill(program ?? assert.fail(), 'SIGKILL')
  process.kill(router, 'SIGKILL')
  await berth.start()
  await answersAgain('second')
})

test('restart: a failed start leaves running instances alone and starts no stopped ones', async () => {
  const other = createServer().listen(0, '127.0.0.1')
  await once(other, 'listening')
  const port = String((other.address() as AddressInfo).port)
  const taken = { BERTH_API_PORT: port }
  try {
    const before = await programs()
    await berth.signal('SIGTERM')
    for (const settings of [taken, { BERTH_HTTP_PORT: port }]) {
      await refusedStart({ ...berth.settings, ...settings })
      assert.equal((await application.visit()).body, 'second')
    }
    await berth.start()
    assert.deepEqual(await programs(), before)

    await berth.signal('SIGINT')
    await refusedStart({ ...berth.settings, ...taken })
    assert.deepEqual(await leftOf(berth.data), [])
  } finally {
    other.close()
  }
  await berth.start()
  await answersAgain('second')
})

test('output: a server whose output nobody reads any more goes on', async () => {
  const router = routerOf(berth.data)
  berth.closeOutput()
  process.kill(router, 'SIGKILL')
  await until(() => routerOf(berth.data) !== router, { timeout: 300_000, what: 'another router' })
  await answersAgain('second')
  assert.equal((await berth.client.applications.list(berth.admin.organisationId)).length, 1)
  assert.equal(berth.exitCode, null)
})

test('--stop-all: ends a running server, too', async () => {
  const isIsolated = !berth.output.includes('isolated less')
  const kinds = ['process', ...(isIsolated ? ['berth-', 'bth', 'table', '/sys/fs/cgroup'] : [])]
  const before = await leftOf(berth.data)
  for (const kind of kinds)
    assert.ok(
      before.some((line) => line.startsWith(kind)),
      kind,
    )
  await berth.stopAll()
  assert.deepEqual(await leftOf(berth.data), [])
})
