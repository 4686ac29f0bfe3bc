import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { until } from '#kit/concurrency/timeout.ts'
import { changeApplication } from '#platform/hosting/applications/applications.ts'
import { deleteApplication } from '#platform/hosting/applications/delete.ts'
import { setVariable } from '#platform/hosting/applications/variables.ts'
import { recover } from '#platform/hosting/deployments/queue/recover.ts'
import {
  redeploy,
  requestDeployment,
  requestStop,
} from '#platform/hosting/deployments/queue/requests.ts'
import { requestRollback } from '#platform/hosting/deployments/releases/rollback.ts'
import { promote } from '#platform/hosting/promotions/promote.ts'
import { applyDecision } from '#platform/hosting/scaling/apply-decision.ts'
import type { Application, ApplicationChange } from '#platform/model/hosting/application.ts'
import type { Platform } from '#platform/platform.ts'
import { atScale } from '#tests/support/applications/live-application.ts'
import { CrashInjector } from '#tests/support/faults/crash-injector.ts'
import { commitOf, endOf, newApplication } from '#tests/support/platform/platform.ts'
import { openWorld, startServer, type World } from '#tests/support/platform/world.ts'

/**
 * The law of crashes: after a crash at any point, visitors see no failure, and the next server completes what was
 * requested, once. Every effect is tried; a crash just before an effect equals one just after the previous effect.
 */
const [one, two] = [commitOf('1'), commitOf('2')]
const push = (commit: string) => ({ commit, cause: 'Git', authorId: '' as const })

interface Scenario {
  change?: ApplicationChange
  /** Variables, set once the old version is live. */
  variables?: Readonly<Record<string, string>>
  /** Whether the deployment fails, so that the old version serves in the end. */
  isFailing?: boolean
  /** Whether a version is live before. */
  hasOld: boolean
  /** What else there is before. */
  before?(server: Platform, application: Application): Promise<void>
  ask(server: Platform, application: Application): Promise<unknown>
  /** Whether visitors are served all the time. */
  isSeamless: boolean
  /** Commit served in the end; `undefined` if the application is stopped or deleted. */
  served: string | undefined
  leastEffects: number
  /** Number of serving instances in the end; absent: unchanged. */
  instances?: number
}

const deployTwo: Scenario['ask'] = (server, application) =>
  requestDeployment(server, application, push(two))

const stories: Record<string, Scenario> = {
  'the first deployment': {
    hasOld: false,
    ask: deployTwo,
    isSeamless: false,
    served: two,
    leastEffects: 12,
  },
  'the second deployment, of two instances,': {
    hasOld: true,
    ask: deployTwo,
    isSeamless: true,
    served: two,
    leastEffects: 20,
    change: { minInstances: 2, maxInstances: 2 },
  },
  'a deployment for which the old version stops first': {
    hasOld: true,
    ask: deployTwo,
    isSeamless: false,
    served: two,
    leastEffects: 18,
    change: { homogeneous: true },
  },
  'a deployment with a probation': {
    hasOld: true,
    ask: deployTwo,
    isSeamless: true,
    served: two,
    leastEffects: 20,
    variables: { CC_PROBATION: '20ms' },
    change: { minInstances: 2, maxInstances: 2 },
  },
  'a first deployment with a probation': {
    hasOld: false,
    ask: deployTwo,
    isSeamless: false,
    served: two,
    leastEffects: 13,
    variables: { CC_PROBATION: '20ms' },
  },
  'a deployment that fails on probation': {
    hasOld: true,
    ask: deployTwo,
    // Visitors of the failing version notice.
    isSeamless: false,
    isFailing: true,
    served: one,
    leastEffects: 18,
    variables: { CC_PROBATION: '20ms', MISBEHAVE: 'error-later' },
  },
  'a restart': {
    hasOld: true,
    isSeamless: true,
    served: one,
    leastEffects: 14,
    ask: (server, application) =>
      redeploy(server, application, { authorId: '' as const, withoutCache: false }),
  },
  'a rollback': {
    hasOld: true,
    isSeamless: true,
    served: one,
    leastEffects: 14,
    variables: { CC_PROBATION: '20ms' },
    ask: (server, application) =>
      requestRollback(server, application, { authorId: '' as const, number: 1 }),
  },
  'a promotion': {
    hasOld: true,
    isSeamless: true,
    served: two,
    leastEffects: 14,
    variables: { CC_PROBATION: '20ms' },
    before: makeStaging,
    async ask(server, to) {
      const all = await server.store.applications.listOf(to.ownerId)
      const from = all.findLast(({ id }) => id !== to.id) ?? assert.fail()
      await promote(server, { from, to, authorId: '' })
    },
  },
  'scaling up': {
    hasOld: true,
    isSeamless: true,
    served: one,
    leastEffects: 10,
    instances: 3,
    ask: (server, application) =>
      changeApplication(server, application, { minInstances: 3, maxInstances: 3 }),
  },
  'scaling down': {
    hasOld: true,
    isSeamless: true,
    served: one,
    leastEffects: 10,
    instances: 1,
    change: { minInstances: 2, maxInstances: 2 },
    ask: (server, application) => changeApplication(server, application, { minInstances: 1 }),
  },
  'a change of the flavor of two instances': {
    hasOld: true,
    isSeamless: true,
    served: one,
    leastEffects: 20,
    change: { minInstances: 2, maxInstances: 2 },
    ask: (server, application) =>
      changeApplication(server, application, { minFlavor: 'S', maxFlavor: 'S' }),
  },
  'a decision of autoscaling': {
    hasOld: true,
    isSeamless: true,
    served: one,
    leastEffects: 10,
    instances: 2,
    change: { maxInstances: 2 },
    async ask(server, { id }) {
      const application = await server.store.applications.find(id)
      if (!application) return
      const scale = { currentInstances: 2, currentFlavor: 'XS' }
      await applyDecision(server, application, { scale, direction: 'up', reason: 'CPU at 90 %' })
    },
  },
  'a stop': {
    hasOld: true,
    isSeamless: false,
    served: undefined,
    leastEffects: 8,
    ask: (server, application) => requestStop(server, application, ''),
  },
  'a deletion': {
    hasOld: true,
    ask: deleteApplication,
    isSeamless: false,
    served: undefined,
    leastEffects: 8,
  },
}

/** An application that has the second version, and is stopped so that nothing of it is metered. */
async function makeStaging(server: Platform, { ownerId }: Application): Promise<void> {
  const staging = await newApplication(server, ownerId)
  const deployed = await requestDeployment(server, staging, push(two))
  assert.equal((await endOf(server, deployed.id)).state, 'live')
  const current = (await server.store.applications.find(staging.id)) ?? assert.fail()
  await endOf(server, (await requestStop(server, current, '')).id)
  await server.queue.idle(staging.id)
}

describe('law of crashes: deployments', { concurrency: true }, () => {
  for (const [name, story] of Object.entries(stories)) {
    test(`a crash after any effect of ${name} loses nothing`, () => tryAll(story, false))
  }
  for (const name of [
    'the second deployment, of two instances,',
    'a deployment with a probation',
    'a stop',
  ]) {
    const story = stories[name] ?? assert.fail()
    test(`an orderly end after any effect of ${name} loses nothing`, () => tryAll(story, true))
  }
})

async function tryAll(story: Scenario, isOrderly: boolean): Promise<void> {
  await using world = await openWorld()
  for (let after = 0; ; after++) {
    const crashInjector = new CrashInjector(after, { isOrderly })
    await endAndRecover(world, story, crashInjector, isOrderly)
    if (crashInjector.fellAt) continue
    assert.ok(after > story.leastEffects, `only ${after - 1} effects were tried`)
    return
  }
}

async function endAndRecover(
  world: World,
  story: Scenario,
  crashInjector: CrashInjector,
  isOrderly: boolean,
): Promise<void> {
  const application = await prepare(world, story)
  const dying = startServer(world, crashInjector.wrap)
  const asked = story.ask(dying, application).then(
    () => true,
    () => false,
  )
  const isOver = async () => {
    if (!(await asked)) return
    await ended(world, application)
    await dying.queue.idle(application.id)
  }
  await Promise.race([crashInjector.fallen, isOver()])
  if (isOrderly || !crashInjector.fellAt) await close(dying)
  const place = `the end after effect ${crashInjector.effects}, ${crashInjector.fellAt}`
  if (story.isSeamless) await assertServes(world, application, place)

  const next = startServer(world, undefined, (error) => assert.fail(error as Error))
  await recover(next, (error) => assert.fail(error as Error))
  if (story.isSeamless) await assertServes(world, application, `${place}, after the recovery`)
  await next.queue.idle(application.id)
  await ended(world, application)
  await next.queue.idle(application.id)
  await assertEndsWell(world, story, application, place)
  crashInjector.bury()
  await close(dying)
  const left = await world.store.applications.find(application.id)
  if (left) await deleteApplication(next, left)
  await close(next)
}

async function close({ queue, supervision }: Platform): Promise<void> {
  await queue.close()
  await supervision.close()
}

async function prepare(
  world: World,
  { hasOld, change = {}, variables = {}, before }: Scenario,
): Promise<Application> {
  const server = startServer(world)
  const { id } = await newApplication(server, world.account.organisationId)
  await world.store.applications.change(id, atScale(change))
  const application = () => world.store.applications.find(id)
  if (hasOld) {
    const asked = await requestDeployment(server, (await application()) ?? assert.fail(), push(one))
    assert.equal((await endOf(server, asked.id)).state, 'live')
    await server.queue.idle(id)
  }
  const current = (await application()) ?? assert.fail()
  await before?.(server, current)
  for (const [name, value] of Object.entries(variables)) {
    await setVariable(server, current, name, value)
  }
  await close(server)
  return (await application()) ?? assert.fail()
}

const ended = ({ store }: World, { id }: Application) =>
  until(
    async () =>
      (await store.deployments.listUnfinished()).every(({ applicationId }) => applicationId !== id),
    { timeout: 300_000, every: 2, what: 'the end of every deployment' },
  )

async function assertServes(world: World, { id }: Application, place: string): Promise<void> {
  const [address] = world.traffic.addressesOf(id)
  assert.ok(address, `visitors have nowhere to go after ${place}`)
  const answer = await fetch(`http://${address.host}:${address.port}/`)
  assert.equal(answer.status, 200, `visitors notice ${place}`)
}

/**
 * Asserts that every deployment has ended once, and that the requested release is served by recorded, running and
 * metered instances.
 */
async function assertEndsWell(world: World, story: Scenario, { id }: Application, place: string) {
  const { store, traffic, engine } = world
  const deployments = await store.deployments.listOf(id, {})
  const isExpected = story.isFailing ? /^(live|failed)$/ : /^(live|stopped)$/
  for (const { state } of deployments) assert.match(state, isExpected, place)
  const application = await store.applications.find(id)
  const wasAccepted = !application || deployments.length > (story.hasOld ? 1 : 0)
  assert.ok(deployments.length <= (story.hasOld ? 2 : 1), `${place}: doubled`)

  const served = wasAccepted ? story.served : story.hasOld ? one : undefined
  const before = story.change?.minInstances ?? 1
  const count = served ? ((wasAccepted ? story.instances : undefined) ?? before) : 0
  const instances = await store.instances.listOf(id)
  assert.equal(instances.length, count, `${place}: instances on record`)
  assert.equal(traffic.addressesOf(id).length, count, `${place}: addresses`)
  for (const instance of instances) assert.ok(await engine.isRunning(instance.id), place)
  for (const { flavor } of instances) assert.equal(flavor, application?.currentFlavor, place)
  const metered = (await store.usage.listOpen(['runtime', 'build'])).map(({ meterId }) => meterId)
  const running = instances.map((instance): string => instance.id)
  assert.deepEqual(metered.toSorted(), running.toSorted(), `${place}: what is metered`)
  if (served) assert.equal(application?.commit, served, place)
  if (application) return
  assert.ok(!(await store.applications.listAll()).some((left) => left.id === id), place)
  assert.ok(!traffic.routes.has(id), place)
}
