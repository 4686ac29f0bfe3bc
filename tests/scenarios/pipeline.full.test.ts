import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Instance } from '#client/resources/applications/instances.ts'
import { until } from '#kit/concurrency/timeout.ts'
import { PushedApplication, webServer } from '#tests/support/applications/pushed-application.ts'
import { TestBerth } from '#tests/support/platform/berth.ts'

/** The deployment pipeline on a real server: hooks, workers, crons, tasks, kept failed instances. */
let berth: TestBerth
before(async () => {
  berth = await TestBerth.start()
})
after(() => berth?.[Symbol.asyncDispose]())

interface Addressed extends Instance {
  ip: string
  appPort: number
}

async function applicationWith(name: string, variables: Record<string, string>) {
  const application = await PushedApplication.create(berth, name)
  for (const [key, value] of Object.entries(variables))
    await application.ok('env', 'set', key, value)
  return application
}

test('pipeline: hooks run in order, and a worker beside the application', async () => {
  const application = await applicationWith('hooked', {
    CC_PRE_BUILD_HOOK: 'echo pre-build ran; echo pre > pre',
    CC_POST_BUILD_HOOK: 'echo post-build ran after $(cat pre)',
    CC_PRE_RUN_HOOK: 'echo pre-run ran; echo run > run',
    CC_RUN_SUCCEEDED_HOOK: 'echo succeeded with $(cat pre run) as $INSTANCE_NUMBER',
    CC_RUN_FAILED_HOOK: 'echo failed',
    CC_WORKER_COMMAND: 'echo worker runs with $(cat run); exec sleep 1000',
    CC_WORKER_COMMAND_1: 'echo short; exit 2',
  })
  const files = webServer('hooked')
  const server = files['server.js'] ?? ''
  const heap = `console.log('options ' + process.env.NODE_OPTIONS)\n`
  const deployment = await application.deploy({ ...files, 'server.js': heap + server })
  assert.equal(deployment.state, 'OK')
  await application.logged(/^succeeded with pre run as 0$/)
  await application.logged(/^worker runs with run$/)
  await application.logged(
    /^The worker "echo short; exit 2" ended with code 2\. It is started again/,
  )
  await application.logged(/^options --max-old-space-size=\d+$/)
  const log = await application.log()
  const order = ['pre-build ran', 'post-build ran after pre', 'pre-run ran']
  assert.deepEqual(
    log.filter((line) => order.includes(line)),
    order,
  )
  assert.ok(!log.includes('failed'))
  assert.equal((await application.visit()).body, 'hooked')
  await application.ok('stop')
})

test('pipeline: a failing pre-run hook is named, and the failure hook runs', async () => {
  const application = await applicationWith('failing', {
    CC_PRE_RUN_HOOK: 'echo trying; exit 9',
    CC_RUN_FAILED_HOOK: 'echo look at $CC_APP_NAME',
    CC_HEALTH_CHECK_DEADLINE: '2s',
  })
  assert.equal((await application.deploy(webServer('one'))).state, 'FAIL')
  await application.logged(/^Running CC_PRE_RUN_HOOK: echo trying; exit 9 exited with 9\.$/)
  await application.ok('env', 'set', 'CC_PRE_RUN_HOOK', 'true')
  const silent = { 'server.js': 'setInterval(() => {}, 1000)' }
  assert.equal((await application.deploy({ ...webServer('two'), ...silent })).state, 'FAIL')
  await application.logged(/^look at failing$/)
})

test('pipeline: a task survives kill -9 of the server, and runs once', async () => {
  const application = await applicationWith('task', {
    CC_TASK: 'true',
    CC_RUN_COMMAND: 'node task.js',
  })
  const task = `console.log('task begins ' + Math.random())
    const { createServer } = require('node:http')
    createServer((_, response) => { response.end('end'); console.log('task ends'); setTimeout(() => process.exit(0), 100) })
      .listen(8080)`
  await application.project.write({ 'package.json': '{"name":"task"}', 'task.js': task })
  const commit = await application.project.commit('A task')
  await application.project.git('push', 'berth', 'master')
  await application.logged(/^task begins /)
  const { ip, appPort } = await until(
    async () => {
      const [instance] = (await berth.client.instances.list(application.record)) as Addressed[]
      return instance?.ip ? instance : undefined
    },
    { timeout: 300_000, what: 'the instance' },
  )
  await berth.signal('SIGKILL')
  await berth.start()
  const [running] = await application.deployments()
  assert.equal(running?.state, 'WIP')
  const [instance] = await berth.client.instances.list(application.record)
  assert.equal(instance?.state, 'TASK_IN_PROGRESS')
  assert.equal((await berth.client.applications.get(application.record)).instance.lifetime, 'TASK')
  assert.match((await application.ok('status')).output, /a task.*\n.*running/)
  assert.equal(await (await fetch(`http://${ip}:${appPort}/`)).text(), 'end')
  assert.equal((await application.ended(commit)).state, 'OK')
  await application.logged(/^The task succeeded after /)
  const log = await application.log()
  // A crash may deliver a line twice, but a second run would write another one.
  assert.equal(new Set(log.filter((line) => line.startsWith('task begins '))).size, 1)
  const isGone = async () => (await berth.client.instances.list(application.record)).length === 0
  await until(isGone, { timeout: 300_000, what: 'the end of the instance' })
})
