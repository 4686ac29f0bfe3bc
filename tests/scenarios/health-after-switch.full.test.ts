import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { until } from '#kit/concurrency/timeout.ts'
import { PushedApplication, startedByNode } from '#tests/support/applications/pushed-application.ts'
import { TestBerth } from '#tests/support/platform/berth.ts'
import { keepVisiting } from '#tests/support/visitors/visit.ts'

/** What happens to a version once it has answered 200 and visitors were switched to it. */
let berth: TestBerth
before(async () => {
  berth = await TestBerth.lease()
})
after(() => berth?.[Symbol.asyncDispose]())

const manifest = { 'package.json': JSON.stringify({ name: 'healthy', version: '1.0.0' }) }
const healthy = (number: number) => ({
  ...manifest,
  'server.js': `
    require('node:http').createServer((_, response) => response.end('version ${number}'))
      .listen(8080, '0.0.0.0')`,
})

/** Fills its heap of 48 MB after the first answer, within about a second. */
const leaking = (number: number) => ({
  ...manifest,
  'server.js': `
    const v8 = require('node:v8')
    v8.setFlagsFromString('--max-old-space-size=48')
    const kept = []
    const leak = () => { for (let n = 0; n < 200; n++) kept.push(Array(1000).fill(n + 0.5)) }
    let timer
    require('node:http').createServer((_, response) => {
      response.end('leaking version ${number}')
      timer ??= setInterval(leak, 50)
    }).listen(8080, '0.0.0.0')`,
})

test('probation: a version that answers once and then runs out of memory is switched back, three times of three, and no visit fails', async () => {
  const application = await PushedApplication.create(berth, 'leaking')
  // The first version need not wait for the end of its probation.
  await berth.client.environment.replace(application.record, startedByNode)
  assert.equal((await application.deploy(healthy(1))).state, 'OK')
  await berth.client.environment.replace(application.record, {
    ...startedByNode,
    CC_PROBATION: '60s',
  })
  for (let number = 2; number <= 4; number++) {
    await using visitors = keepVisiting(berth.addresses.visitors.http, application.host, 2)
    const { state, uuid } = await application.deploy(leaking(number))
    assert.equal(state, 'FAIL')
    const log = await application.log(uuid)
    assert.ok(
      log.some((line) => /^Failed on probation, .*: Instance 0 exited with code 13[47]/.test(line)),
      log.join('\n'),
    )
    assert.ok(log.includes('Visitors were switched back to the previous version.'))
    assert.ok(
      log.some((line) => /heap out of memory/.test(line)),
      'its last lines are told',
    )
    await until(async () => (await berth.client.instances.list(application.record)).length === 1, {
      timeout: 300_000,
      every: 50,
      what: 'the end of the failed instance',
    })
    const { failures, bodies } = await visitors.stop()
    assert.deepEqual(failures, [])
    assert.deepEqual(new Set(bodies), new Set(['version 1', `leaking version ${number}`]))
    assert.equal((await application.visit()).body, 'version 1')
  }
})

test('liveness: an application that blocks its event loop is restarted, and the activity tells why', async () => {
  const application = await PushedApplication.create(berth, 'blocking')
  await berth.client.environment.replace(application.record, {
    ...startedByNode,
    CC_HEALTH_CHECK_INTERVAL: '1s',
    CC_LIVENESS_PATH: '/alive',
  })
  const { commit, state } = await application.deploy({
    ...manifest,
    'server.js': `
      require('node:http').createServer((request, response) => {
        response.end('process ' + process.pid + ' since ' + performance.timeOrigin)
        if (request.url === '/block') response.on('close', () => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0))
      }).listen(8080, '0.0.0.0')`,
  })
  assert.equal(state, 'OK')
  const before = (await application.visit('/block')).body
  const restart = await until(
    async () => (await application.deployments()).find(({ cause }) => cause !== 'Git'),
    { timeout: 120_000, every: 200, what: 'the restart in the activity' },
  )
  assert.match(restart.cause, /^Instance 0 stopped answering: GET \/alive got no answer within/)
  assert.deepEqual([restart.state, restart.commit], ['OK', commit])
  assert.notEqual((await application.visit()).body, before)
  const log = await application.log()
  assert.ok(log.some((line) => line === 'Instance 0 answers again.'))
})
