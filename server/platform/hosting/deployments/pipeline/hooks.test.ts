import assert from 'node:assert/strict'
import { test } from 'node:test'
import { until } from '#kit/concurrency/timeout.ts'
import { createStoredTimes } from '#kit/time/stored-times.ts'
import { setVariable } from '#platform/hosting/applications/variables.ts'
import { recover } from '#platform/hosting/deployments/queue/recover.ts'
import {
  cancelDeployment,
  redeploy,
  requestDeployment,
} from '#platform/hosting/deployments/queue/requests.ts'
import type { Recipe } from '#platform/model/hosting/recipe/recipe.ts'
import {
  commitOf,
  endOf,
  newApplication,
  openTestPlatform,
} from '#tests/support/platform/platform.ts'
import { openWorld, startServer } from '#tests/support/platform/world.ts'

const [one, two] = [commitOf('1'), commitOf('2')]
const step = (title: string) => ({ title, command: ['sh', '-c', title] as [string, ...string[]] })
const recipe: Partial<Recipe> = {
  prepare: [step('pre-build')],
  build: [step('post-build')],
  beforeStart: [step('pre-run')],
  epilogue: { succeeded: ['sh', '-c', 'succeeded'], failed: ['sh', '-c', 'failed'] },
  memoryOption: { variable: 'NODE_OPTIONS', option: '--max-old-space-size', share: 0.75 },
}
const environment = { RECIPE: JSON.stringify(recipe) }
/** A short health check timeout, for instances that are never healthy. */
const impatient = { ...environment, CC_HEALTH_CHECK_DEADLINE: '300ms' }
const hooks = [
  'pre-build',
  'post-build',
  'pre-run',
  'running sh -c succeeded',
  'running sh -c failed',
]

test('hooks: run in their order; with a reused artifact only the run hooks', async () => {
  await using setup = await openTestPlatform()
  const application = await setup.application({ environment })
  await setup.deploy(application, one)
  const linesOf = async () =>
    (await setup.lines(application.id)).filter((line) => hooks.includes(line))
  const all = ['pre-build', 'post-build', 'pre-run', 'running sh -c succeeded']
  assert.deepEqual(await linesOf(), all)
  const again = { authorId: '' as const, withoutCache: false }
  const current = (await setup.platform.store.applications.find(application.id)) ?? assert.fail()
  await setup.ended((await redeploy(setup.platform, current, again)).id)
  await setup.platform.queue.idle(application.id)
  assert.deepEqual(await linesOf(), [...all, 'pre-run', 'running sh -c succeeded'])
  await setup.ended((await redeploy(setup.platform, current, { ...again, withoutCache: true })).id)
  await setup.platform.queue.idle(application.id)
  assert.deepEqual(await linesOf(), [...all, 'pre-run', 'running sh -c succeeded', ...all])
})

test('hooks: an artifact that must not be shared between deployments is built each time', async () => {
  await using setup = await openTestPlatform()
  const own = { ...environment, CC_DISABLE_BUILD_CACHE_UPLOAD: 'true' }
  const application = await setup.application({ environment: own })
  await setup.deploy(application, one)
  await setup.deploy(application, one)
  const lines = await setup.lines(application.id)
  assert.equal(lines.filter((line) => line === 'post-build').length, 2)
  assert.ok(!lines.some((line) => line.startsWith('Nothing to build')))
})

test('hooks: a failing pre-start command fails the deployment and is named', async () => {
  await using setup = await openTestPlatform()
  const { platform } = setup
  const application = await setup.application({ environment })
  await setup.deploy(application, one)
  await setVariable(platform, application, 'MISBEHAVE', 'fail-before-start')
  const deployment = await setup.deploy(application, two)
  assert.equal(deployment.state, 'failed')
  assert.equal(deployment.failure, 'pre-run exited with 1.')
  assert.equal((await platform.store.instances.listOf(application.id)).length, 1)
})

test('hooks: a deployment is cancelled while a pre-start command runs', async () => {
  await using setup = await openTestPlatform()
  const { platform } = setup
  const waiting = { ...environment, MISBEHAVE: 'wait-before-start' }
  const application = await setup.application({ environment: waiting })
  const request = { commit: one, cause: 'Git', authorId: '' as const }
  const deployment = await requestDeployment(platform, application, request)
  await until(async () => (await setup.lines(application.id)).includes('before'), {
    timeout: 300_000,
    what: 'the command',
  })
  await cancelDeployment(platform, deployment)
  assert.equal((await setup.ended(deployment.id)).state, 'cancelled')
  await platform.queue.idle(application.id)
  assert.deepEqual(await platform.store.instances.listOf(application.id), [])
})

test('hooks: the post-failure command runs in the instance before it is stopped', async () => {
  await using setup = await openTestPlatform()
  const { platform } = setup
  for (const misbehaviour of ['exit', 'never-listen', 'answer-500', 'never-listen,fail-exec']) {
    const own = { ...impatient, MISBEHAVE: misbehaviour }
    const application = await setup.application({ environment: own })
    assert.equal((await setup.deploy(application, one)).state, 'failed', misbehaviour)
    const lines = await setup.lines(application.id)
    assert.ok(lines.includes('running sh -c failed'), misbehaviour)
    assert.ok(!lines.includes('running sh -c succeeded'), misbehaviour)
    assert.deepEqual(await platform.store.instances.listOf(application.id), [])
  }
})

test('hooks: the outcome of the post-deploy command changes nothing', async () => {
  await using setup = await openTestPlatform()
  const own = { ...environment, MISBEHAVE: 'fail-exec' }
  const application = await setup.application({ environment: own })
  assert.equal((await setup.deploy(application, one)).state, 'live')
  const lines = await setup.lines(application.id)
  assert.ok(lines.some((line) => /exited with 1; the deployment is not affected/.test(line)))
  assert.equal(setup.traffic.addressesOf(application.id).length, 1)
})

test('hooks: the heap of an instance fits its flavor', async () => {
  await using setup = await openTestPlatform()
  const application = await setup.application({ environment })
  await setup.platform.store.applications.change(application.id, { currentFlavor: 'nano' })
  await setup.deploy(application, one)
  const [address] = setup.traffic.addressesOf(application.id)
  const answer = await fetch(`http://${address?.host}:${address?.port}/`)
  const { environment: seen } = (await answer.json()) as { environment: Record<string, string> }
  assert.equal(seen.NODE_OPTIONS, '--max-old-space-size=384')
})

test('CC_TROUBLESHOOT: a failed instance is kept for its time, even across a restart of the server', async () => {
  await using world = await openWorld()
  let server = startServer(world)
  const own = { ...impatient, MISBEHAVE: 'never-listen', CC_TROUBLESHOOT: 'true' }
  const application = await newApplication(server, world.account.organisationId, own)
  const request = { commit: one, cause: 'Git', authorId: '' as const }
  const { id } = await requestDeployment(server, application, request)
  assert.equal((await endOf(server, id)).state, 'failed')
  await server.queue.idle(application.id)
  const kept = () => world.store.instances.listOf(application.id)
  assert.equal((await kept()).length, 1)
  const said = (await world.logs.read(application.id, {})).map(({ message }) => message)
  assert.ok(said.some((line) => /keeps running for 15 min/.test(line)))

  for (const [minutes, count] of [
    [14, 1],
    [16, 0],
  ] as const) {
    await server.queue.close()
    await server.supervision.close()
    const clock = () => Date.now() + minutes * 60_000
    server = { ...startServer(world), clock, times: createStoredTimes({ clock }) }
    await recover(server, (error) => assert.fail(error as Error))
    await server.queue.idle(application.id)
    assert.equal((await kept()).length, count)
  }
  await server.queue.close()
  await server.supervision.close()
})

test('CC_TROUBLESHOOT: the next deployment stops a kept instance', async () => {
  await using setup = await openTestPlatform()
  const { platform } = setup
  const own = { ...impatient, MISBEHAVE: 'never-listen', CC_TROUBLESHOOT: 'true' }
  const application = await setup.application({ environment: own })
  await setup.deploy(application, one)
  await setVariable(platform, application, 'MISBEHAVE', '')
  await setVariable(platform, application, 'CC_HEALTH_CHECK_DEADLINE', '5m')
  const deployment = await setup.deploy(application, two)
  assert.equal(deployment.state, 'live')
  const instances = await platform.store.instances.listOf(application.id)
  assert.deepEqual(
    instances.map(({ deploymentId }) => deploymentId),
    [deployment.id],
  )
})
