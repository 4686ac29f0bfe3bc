import assert from 'node:assert/strict'
import { test } from 'node:test'
import { until } from '#kit/concurrency/timeout.ts'
import { setVariable } from '#platform/hosting/applications/variables.ts'
import { createOrganisation } from '#platform/identity/accounts/organisations/organisations.ts'
import type { Deployment } from '#platform/model/hosting/deployments/deployment.ts'
import type { ApplicationId, UserId } from '#platform/model/ids.ts'
import {
  one,
  openLiveApplication,
  three,
  two,
} from '#tests/support/applications/live-application.ts'
import { addPerson } from '#tests/support/people/named-people.ts'
import { newApplication } from '#tests/support/platform/platform.ts'
import { openWorld, startServer, type World } from '#tests/support/platform/world.ts'
import { createQueue } from './create-queue.ts'
import { requestDeployment } from './requests.ts'

async function addDeployment(
  { store }: World,
  applicationId: ApplicationId,
  createdAt = Date.now(),
) {
  return store.deployments.add({
    id: `deployment_${Math.random()}`,
    applicationId,
    action: 'deploy',
    state: 'queued',
    cause: 'Git',
    commit: '1'.repeat(40),
    authorId: '',
    createdAt,
    changedAt: createdAt,
    withoutCache: false,
    attempts: 0,
    cancelRequested: false,
    failure: null,
    instances: 1,
  })
}

async function openQueue(
  runDeployment: (deployment: Deployment, world: World) => Promise<void>,
  concurrency = 1,
) {
  const world = await openWorld()
  const server = startServer(world)
  const bugs: unknown[] = []
  const queue = createQueue({
    store: world.store,
    concurrency,
    runDeployment: (deployment) => runDeployment(deployment, world),
    onBug: (error) => void bugs.push(error),
  })
  return {
    world,
    server,
    queue,
    bugs,
    application: async () => (await newApplication(server, world.account.organisationId)).id,
    async [Symbol.asyncDispose]() {
      await queue.close()
      await server.queue.close()
      await world[Symbol.asyncDispose]()
    },
  }
}

const finish = ({ id }: Deployment, { store }: World) =>
  store.deployments.enter(id, { from: 'queued', to: 'stopped', date: 0 })

test('queue: an application with endless pushes leaves others their index', async () => {
  const served: string[] = []
  await using setup = await openQueue(async (deployment, world) => {
    served.push(deployment.applicationId)
    await finish(deployment, world)
    if (served.length < 20) await addDeployment(world, deployment.applicationId)
  })
  const [busy, patient] = [await setup.application(), await setup.application()]
  for (const id of [busy, patient]) await addDeployment(setup.world, id)
  setup.queue.begin()
  for (const id of [busy, patient]) setup.queue.wake(id)
  await until(() => served.length >= 20, { timeout: 300_000, what: '20 served' })
  assert.deepEqual(served.slice(0, 4), [busy, patient, busy, patient])
})

test('queue: nothing runs before `begin`', async () => {
  const performed: string[] = []
  await using setup = await openQueue(async (deployment, world) => {
    performed.push(deployment.id)
    await finish(deployment, world)
  })
  const id = await setup.application()
  const deployment = await addDeployment(setup.world, id)
  setup.queue.first(id, async () => void performed.push('first'))
  await setup.queue.idle(id)
  assert.deepEqual(performed, [])
  setup.queue.begin()
  await until(() => performed.length === 2, { timeout: 300_000, what: 'both' })
  assert.deepEqual(performed, ['first', deployment.id])
})

test('a queue that has closed does not use the store any more, whatever it was doing', async () => {
  await using setup = await openQueue(async () => {})
  const { world } = setup
  const ids = [await setup.application(), await setup.application()]
  for (const id of ids) await addDeployment(world, id)
  const { store } = world
  for (let questions = 1; questions <= 12; questions++) {
    let [asked, isClosed, isRunning] = [0, false, false]
    const late: string[] = []
    const ask = async <T>(name: string, act: () => Promise<T>): Promise<T> => {
      asked += 1
      if (isClosed) late.push(name)
      for (let index = 0; index < 5; index++) await new Promise(setImmediate)
      return act()
    }
    const queue = createQueue({
      store: {
        ...store,
        applications: {
          ...store.applications,
          find: (id) => ask('find', () => store.applications.find(id)),
        },
        deployments: {
          ...store.deployments,
          find: (id) => ask('find', () => store.deployments.find(id)),
          listUnfinished: () => ask('listUnfinished', () => store.deployments.listUnfinished()),
        },
      },
      concurrency: 1,
      runDeployment: (_, signal) =>
        new Promise((resolve) => {
          isRunning = true
          signal.addEventListener('abort', () => resolve())
        }),
      onBug: (error) => assert.fail(error as Error),
    })
    queue.begin()
    queue.wake(ids[0] ?? 'app_none')
    await until(() => isRunning, { timeout: 300_000, what: 'the deployment' })
    asked = 0
    for (const id of ids) queue.wake(id)
    for (let index = 0; index < 200 && asked < questions; index++) await new Promise(setImmediate)
    await queue.close()
    isClosed = true
    for (let index = 0; index < 50; index++) await new Promise(setImmediate)
    assert.deepEqual(late, [], `closed after question ${questions}`)
  }
})

test('queue: the order of deployments does not depend on the clock', async () => {
  const numbers: number[] = []
  await using setup = await openQueue(async (deployment, world) => {
    numbers.push(deployment.number)
    await finish(deployment, world)
  })
  const id = await setup.application()
  await addDeployment(setup.world, id, 2000)
  await addDeployment(setup.world, id, 1000)
  setup.queue.begin()
  setup.queue.wake(id)
  await until(() => numbers.length === 2, { timeout: 300_000, what: 'both' })
  assert.deepEqual(numbers, [1, 2])
})

test('queue: a cancel just before a deployment begins takes effect', async () => {
  const heard: boolean[] = []
  await using world = await openWorld()
  const server = startServer(world)
  const { id } = await newApplication(server, world.account.organisationId)
  const deployment = await addDeployment(world, id)
  await world.store.deployments.enter(deployment.id, { from: 'queued', to: 'building', date: 0 })
  const queue = createQueue({
    store: {
      ...world.store,
      deployments: {
        ...world.store.deployments,
        async listUnfinished() {
          const list = await world.store.deployments.listUnfinished()
          await world.store.deployments.requestCancel(deployment.id)
          queue.cancel(deployment.id, 'The deployment was cancelled.')
          return list
        },
      },
    },
    concurrency: 1,
    async runDeployment({ id }, signal) {
      heard.push(signal.aborted)
      await world.store.deployments.enter(id, { from: 'building', to: 'cancelled', date: 0 })
    },
    onBug: (error) => assert.fail(error as Error),
  })
  queue.begin()
  queue.wake(id)
  await until(() => heard.length > 0, { timeout: 300_000, what: 'the deployment' })
  assert.deepEqual(heard, [true])
  await queue.close()
  await server.queue.close()
})

test('queue: organisations of one quota account share their slots', async () => {
  const performed: string[] = []
  const { promise: isOver, resolve: end } = Promise.withResolvers<void>()
  await using setup = await openQueue(async (deployment, world) => {
    performed.push(deployment.applicationId)
    await isOver
    await finish(deployment, world)
  }, 4)
  await using ending = new AsyncDisposableStack()
  ending.defer(end)
  const { world, server, queue } = setup
  const [ada, bob] = [
    await addPerson({ platform: server }, { name: 'Ada' }),
    await addPerson({ platform: server }, { name: 'Bob' }),
  ]
  const applicationOf = async (userId: UserId) => {
    const place = await createOrganisation(server, userId, { name: 'A place' })
    const { id } = await newApplication(server, place.id)
    await addDeployment(world, id)
    return id
  }
  const many: ApplicationId[] = []
  for (let made = 0; made < 4; made += 1) many.push(await applicationOf(ada.id))
  const other = await applicationOf(bob.id)
  queue.begin()
  for (const id of [...many, other]) queue.wake(id)
  await until(() => performed.includes(other), { timeout: 300_000, what: 'the other' })
  assert.deepEqual(performed.toSorted(), [...many.slice(0, 2), other].toSorted())
  end()
  await until(() => performed.length === 5, { timeout: 300_000, what: 'all of them' })
})

test('queue: a waiting deployment logs what it waits for, and a superseded one by which', async () => {
  await using setup = await openLiveApplication()
  const { platform, application } = setup
  await setVariable(platform, application, 'MISBEHAVE', 'build-forever')
  const push = (commit: string) =>
    requestDeployment(platform, application, { commit, cause: 'Git', authorId: '' })
  const running = await push(two)
  const isRunning = async () =>
    (await platform.store.deployments.find(running.id))?.state === 'building'
  await until(isRunning, { timeout: 300_000, what: 'the build' })
  const waiting = await push(three)
  const linesOf = async (id: string) =>
    (await platform.logs.read(application.id, { deploymentId: id })).map(({ message }) => message)
  const waits = `Waiting for deployment ${running.number} to end.`
  await until(async () => (await linesOf(waiting.id)).includes(waits), {
    timeout: 300_000,
    what: 'the line about the wait',
  })
  const newest = await push(one)
  const lines = await linesOf(waiting.id)
  assert.deepEqual(lines.slice(0, 2), [waits, `Superseded by deployment ${newest.number}.`])
  assert.match(lines[2] ?? '', /^Deploy cancelled after/)
})

test('queue: a deployment that waits for others logs its place', async () => {
  await using world = await openWorld()
  const told: string[] = []
  let goOn = () => {}
  const held = new Promise<void>((resolve) => {
    goOn = resolve
  })
  const server = startServer(world)
  await server.queue.close()
  const ids: ApplicationId[] = []
  const queue = createQueue({
    store: world.store,
    concurrency: 2,
    perAccount: 2,
    runDeployment: async (deployment) => {
      await held
      await world.store.deployments.enter(deployment.id, {
        from: 'queued',
        to: 'cancelled',
        date: 1,
      })
    },
    onWait: (_, sentence) => told.push(sentence),
    onBug: (error) => assert.fail(String(error)),
  })
  queue.begin()
  for (let number = 0; number < 4; number++) {
    const { id } = await newApplication(server, world.account.organisationId)
    await addDeployment(world, id)
    queue.wake(id)
    ids.push(id)
    await until(() => told.length >= number - 1, { timeout: 300_000, what: 'the line' })
  }
  assert.equal(told.length, 2)
  assert.match(
    told[0] ?? '',
    /^Waiting: 2 deployments of yours are running.* number 1 in the queue/,
  )
  assert.match(told[1] ?? '', /number 2 in the queue/)
  goOn()
  for (const id of ids) await queue.idle(id)
  await queue.close()
})
