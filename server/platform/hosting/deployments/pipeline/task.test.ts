import assert from 'node:assert/strict'
import { test } from 'node:test'
import { until } from '#kit/concurrency/timeout.ts'
import { setVariable } from '#platform/hosting/applications/variables.ts'
import { recover } from '#platform/hosting/deployments/queue/recover.ts'
import {
  cancelDeployment,
  requestDeployment,
  requestStop,
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
const epilogue: Recipe['epilogue'] = { succeeded: ['say', 'good'], failed: ['say', 'bad'] }
const task = { RECIPE: JSON.stringify({ purpose: 'task', epilogue }) }
const push = { commit: one, cause: 'Git', authorId: '' as const }

test("task: runs once, leaves no instance, and the application's desired state is down", async () => {
  await using setup = await openTestPlatform()
  const { platform, traffic } = setup
  const application = await setup.application({ environment: task })
  const deployment = await setup.deploy(application, one)
  assert.equal(deployment.state, 'stopped')
  const steps = await platform.store.deployments.steps(deployment.id)
  assert.deepEqual(
    steps.map(({ state }) => state),
    ['queued', 'building', 'starting', 'checking', 'stopped'],
  )
  assert.deepEqual(await platform.store.instances.listOf(application.id), [])
  assert.equal((await platform.store.applications.find(application.id))?.wanted, 'down')
  assert.deepEqual(traffic.addressesOf(application.id), [])
  const lines = await setup.lines(application.id)
  assert.ok(lines.includes('running say good'))
  assert.ok(lines.some((line) => line.startsWith('The task succeeded after ')))
  assert.ok(!lines.some((line) => line.startsWith('Response from GET')))
})

test('task: a non-zero exit code fails the deployment, and the serving version continues', async () => {
  await using setup = await openTestPlatform()
  const { platform, traffic } = setup
  const application = await setup.application()
  assert.equal((await setup.deploy(application, one)).state, 'live')
  await setVariable(platform, application, 'RECIPE', task.RECIPE)
  await setVariable(platform, application, 'MISBEHAVE', 'exit')
  const deployment = await setup.deploy(application, two)
  assert.equal(deployment.state, 'failed')
  assert.equal(deployment.failure, 'The task failed: Instance 0 exited with code 3.')
  assert.ok((await setup.lines(application.id)).includes('running say bad'))
  assert.equal((await platform.store.instances.listOf(application.id)).length, 1)
  assert.equal(traffic.addressesOf(application.id).length, 1)
})

test('task: the version that served before is stopped after success', async () => {
  await using setup = await openTestPlatform()
  const application = await setup.application()
  await setup.deploy(application, one)
  await setVariable(setup.platform, application, 'RECIPE', task.RECIPE)
  assert.equal((await setup.deploy(application, two)).state, 'stopped')
  assert.deepEqual(await setup.platform.store.instances.listOf(application.id), [])
  assert.deepEqual(setup.traffic.addressesOf(application.id), [])
})

test('task: long-running tasks do not block the queue, and a cancel or stop ends them', async () => {
  await using setup = await openTestPlatform()
  const { platform } = setup
  const running = async () => {
    const environment = { ...task, MISBEHAVE: 'never-end' }
    const application = await setup.application({ environment })
    const { id } = await requestDeployment(platform, application, push)
    const deployment = await until(
      async () => {
        const found = await platform.store.deployments.find(id)
        return found?.state === 'checking' && found
      },
      { timeout: 300_000, what: 'the task' },
    )
    return { application, deployment }
  }
  const tasks = []
  for (let n = 0; n < platform.policies.maxConcurrentDeployments; n++) tasks.push(await running())
  assert.equal((await setup.deploy(await setup.application(), one)).state, 'live')

  const [first, second] = tasks
  assert.ok(first && second)
  await cancelDeployment(platform, first.deployment)
  assert.equal((await setup.ended(first.deployment.id)).state, 'cancelled')
  const stop = await requestStop(platform, second.application, '')
  assert.equal((await setup.ended(stop.id)).state, 'stopped')
  assert.equal((await setup.ended(second.deployment.id)).state, 'cancelled')
  for (const { application } of [first, second]) {
    await platform.queue.idle(application.id)
    assert.deepEqual(await platform.store.instances.listOf(application.id), [])
  }
})

for (const [how, restarts] of [
  ['once', 1],
  ['more often than a deployment may be begun', 5],
] as const) {
  test(`task: survives the end of its server, ${how}, and runs once`, async () => {
    await using world = await openWorld()
    let starts = 0
    const { start } = world.engine
    world.engine.start = (order) => {
      starts += 1
      return start(order)
    }
    let server = startServer(world)
    const environment = { ...task, MISBEHAVE: 'never-end' }
    const application = await newApplication(server, world.account.organisationId, environment)
    const { id } = await requestDeployment(server, application, push)
    const running = async () => (await world.store.deployments.find(id))?.state === 'checking'
    await until(running, { timeout: 300_000, what: 'the task' })
    for (let n = 0; n < restarts; n++) {
      await server.queue.close()
      await server.supervision.close()
      server = startServer(world)
      await recover(server, (error) => assert.fail(error as Error))
    }
    const [instance] = await world.store.instances.listOf(application.id)
    assert.ok(instance && (await world.engine.isRunning(instance.id)))
    world.watcher.onExit({ instanceId: instance.id, code: 0 })
    assert.equal((await endOf(server, id)).state, 'stopped')
    await server.queue.idle(application.id)
    assert.deepEqual(await world.store.instances.listOf(application.id), [])
    assert.equal(starts, 1)
    await server.queue.close()
    await server.supervision.close()
  })
}
