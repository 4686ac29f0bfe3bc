import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { until } from '#kit/concurrency/timeout.ts'
import { PushedApplication } from '#tests/support/applications/pushed-application.ts'
import { TestBerth } from '#tests/support/platform/berth.ts'
import type { Visit } from '#tests/support/visitors/visit.ts'

/** However an instance ends, it gets SIGTERM, answers pending requests, and its output is logged to the last line. */
let berth: TestBerth
let application: PushedApplication
let version = 1

before(async () => {
  berth = await TestBerth.start({ BERTH_DRAIN_TIMEOUT: '1s' })
  application = await PushedApplication.create(berth, 'speaking')
  assert.equal((await application.deploy(files(version))).state, 'OK')
})
after(() => berth?.[Symbol.asyncDispose]())

/** A request for /wait is answered on SIGTERM. */
const files = (text: number) => ({
  'package.json': JSON.stringify({ name: 'speaking', scripts: { start: 'node server.js' } }),
  'server.js': `
    const waiting = []
    const server = require('node:http').createServer((request, response) => {
      if (request.url === '/crash') setImmediate(() => { throw new Error('nobody catches this') })
      if (request.url === '/reject') Promise.reject(new Error('nobody awaits this'))
      if (request.url !== '/wait') return response.end('version ${text}')
      waiting.push(response)
      console.log('somebody waits for ${text}')
    })
    server.listen(8080, '0.0.0.0')
    process.on('SIGTERM', () => {
      for (const response of waiting) response.end('at last, version ${text}')
      server.close(() => {
        console.log('last words of ' + process.env.INSTANCE_NUMBER + ' of version ${text}')
        process.stdout.write('and no line end')
        process.exit(0)
      })
      server.closeIdleConnections()
    })`,
})

async function waitingVisitor(): Promise<{ answer: Promise<Visit> }> {
  const before = await times(/^somebody waits/)
  const answer = application.visit('/wait')
  answer.catch(() => {})
  await until(async () => (await times(/^somebody waits/)) > before, {
    timeout: 300_000,
    what: 'a visitor who waits',
  })
  return { answer }
}

const times = async (pattern: RegExp, deploymentId?: string) =>
  (await application.log(deploymentId)).filter((line) => pattern.test(line)).length

const instancesAre = (count: number) =>
  until(async () => (await berth.client.instances.list(application.record)).length === count, {
    timeout: 300_000,
    what: `${count} instances`,
  })

async function assertHeard(deploymentId: string | undefined, instances: number[], of: number) {
  await instancesAre(instances.length)
  const log = await application.log(deploymentId)
  for (const instance of instances)
    assert.ok(log.includes(`last words of ${instance} of version ${of}`), log.join('\n'))
  assert.equal(log.filter((line) => line === 'and no line end').length, instances.length)
}

const latest = async () => (await application.deployments())[0]?.uuid

async function redeployed(): Promise<void> {
  const { deploymentId } = await berth.client.instances.redeploy(application.record)
  await until(
    async () => {
      const all = await application.deployments()
      return all.find(({ uuid }) => uuid === deploymentId)?.state === 'OK'
    },
    { timeout: 300_000, what: 'the deployment' },
  )
}

test('last words: a new version stops the old one after its pending requests', async () => {
  const old = await latest()
  const { answer } = await waitingVisitor()
  assert.equal((await application.deploy(files(++version))).state, 'OK')
  assert.equal((await application.visit()).body, 'version 2')
  assert.equal((await answer).body, 'at last, version 1')
  await assertHeard(old, [0], 1)
})

test('last words: a restart stops the old instance after its pending requests', async () => {
  const old = await latest()
  const { answer } = await waitingVisitor()
  await redeployed()
  assert.equal((await answer).body, 'at last, version 2')
  await assertHeard(old, [0], 2)
})

test('last words: a homogeneous version stops the old one after its pending requests', async () => {
  await berth.client.applications.update(application.record, { homogeneous: true })
  const old = await latest()
  const { answer } = await waitingVisitor()
  assert.equal((await application.deploy(files(++version))).state, 'OK')
  assert.equal((await answer).body, 'at last, version 2')
  assert.equal((await application.visit()).body, 'version 3')
  await assertHeard(old, [0], 2)
  await berth.client.applications.update(application.record, { homogeneous: false })
})

test('last words: scaling down logs the last line of each instance', async () => {
  const count = (minInstances: number) =>
    berth.client.applications.update(application.record, { minInstances, maxInstances: 2 })
  await count(2)
  await redeployed()
  await instancesAre(2)
  const old = await latest()
  await count(1)
  await redeployed()
  await instancesAre(1)
  const log = await application.log(old)
  for (const number of [0, 1])
    assert.ok(log.includes(`last words of ${number} of version 3`), log.join('\n'))
})

for (const [path, error] of [
  ['/crash', 'nobody catches this'],
  ['/reject', 'nobody awaits this'],
]) {
  test(`last words: the error of ${path} is logged, and the application is restarted`, async () => {
    const old = await times(/^Instance 0 was restarted\.$/)
    await application.visit(path)
    await application.logged(new RegExp(`Error: ${error}`))
    await until(async () => (await times(/^Instance 0 was restarted\.$/)) > old, {
      timeout: 300_000,
      what: 'another start',
    })
    assert.ok((await times(/^Instance 0 exited with code 1\. Restarting in/)) > old)
    await until(async () => (await application.visit().catch(() => undefined))?.status === 200, {
      timeout: 300_000,
      what: 'an answer',
    })
  })
}

test('last words: a deleted application still answers pending requests', async () => {
  const { answer } = await waitingVisitor()
  await berth.client.applications.delete(application.record)
  assert.equal((await answer).body, 'at last, version 3')
})
