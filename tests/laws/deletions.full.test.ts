import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { allSettled } from '#kit/concurrency/all-settled.ts'
import { deleteApplication } from '#platform/hosting/applications/delete.ts'
import { setVariable } from '#platform/hosting/applications/variables.ts'
import {
  cancelDeployment,
  redeploy,
  requestDeployment,
  requestStop,
} from '#platform/hosting/deployments/queue/requests.ts'
import { deleteOrganisation } from '#platform/identity/accounts/organisations/organisations.ts'
import { refreshNetworkAccess } from '#platform/marketplace/addons/links/network-access.ts'
import type { Application, ApplicationChange } from '#platform/model/hosting/application.ts'
import type { ApplicationId } from '#platform/model/ids.ts'
import { Refusal } from '#platform/model/refusal.ts'
import type { Platform } from '#platform/platform.ts'
import { atScale } from '#tests/support/applications/live-application.ts'
import { Interleaver, seededRandom } from '#tests/support/faults/interleaver.ts'
import { commitOf, endOf, newApplication } from '#tests/support/platform/platform.ts'
import { openWorld, startServer, type World } from '#tests/support/platform/world.ts'

/**
 * The law of deletions: whenever and however often an application is deleted, nothing of it remains: no instance,
 * artifact, repository, route, log line or unfinished deployment.
 */
const push = (digit: string) => ({ commit: commitOf(digit), cause: 'Git', authorId: '' as const })

interface Scenario {
  change?: ApplicationChange
  environment?: Record<string, string>
  hasOld: boolean
  ask(server: Platform, application: Application): Promise<unknown>
}

const deployTwo: Scenario['ask'] = (server, application) =>
  requestDeployment(server, application, push('2'))
const hooks = { RECIPE: JSON.stringify({ epilogue: { succeeded: ['hook'], failed: ['hook'] } }) }

const stories: Record<string, Scenario> = {
  'the first deployment': { hasOld: false, ask: deployTwo },
  'a deployment of two instances with hooks': {
    hasOld: true,
    ask: deployTwo,
    environment: hooks,
    change: { minInstances: 2, maxInstances: 2 },
  },
  'a deployment for which the old version stops first': {
    hasOld: true,
    ask: deployTwo,
    change: { homogeneous: true },
  },
  'a deployment that fails once the old version has stopped': {
    hasOld: true,
    change: { homogeneous: true },
    async ask(server, application) {
      await setVariable(server, application, 'MISBEHAVE', 'exit')
      return deployTwo(server, application)
    },
  },
  'a restart': {
    hasOld: true,
    ask: (server, application) =>
      redeploy(server, application, { authorId: '' as const, withoutCache: false }),
  },
  'a stop': { hasOld: true, ask: (server, application) => requestStop(server, application, '') },
  'a task': {
    hasOld: false,
    ask: deployTwo,
    environment: { RECIPE: JSON.stringify({ purpose: 'task' }) },
  },
}

describe('law of deletions: applications', { concurrency: 2 }, () => {
  for (const [name, story] of Object.entries(stories)) {
    test(`a deletion after any effect of ${name} leaves nothing behind`, () =>
      deleteEverywhere(story))
  }

  const seed = Number(process.env.TEST_SEED ?? Date.now() % 1_000_000)
  test(`concurrent pushes, restarts, stops, cancellations and deletions leave nothing behind (seed ${seed})`, async () => {
    for (let round = 0; round < 10; round++) await crowd(seed + round)
  })
})

/** Deletes the application just after the first effect, then after the second, and so on to the last. */
async function deleteEverywhere(story: Scenario): Promise<void> {
  await using world = await openWorld()
  for (let after = 1; ; after++) {
    const deletions: Promise<void>[] = []
    const seen = new Interleaver({
      onEffect(count) {
        if (count !== after) return
        // Twice at once, as two administrators might.
        for (let twice = 0; twice < 2; twice++)
          deletions.push(deleteApplication(server, application))
      },
    })
    const { application, server, bugs } = await begin(world, story, seen)
    await story.ask(server, application).catch(expectRefusal)
    await server.queue.idle(application.id)
    const isOver = deletions.length === 0
    if (isOver) deletions.push(deleteApplication(server, application))
    await assertAllGone(world, server, { application, deletions, seen, bugs }, `effect ${after}`)
    if (isOver) return
  }
}

/** All actions concurrently, in a random order. */
async function crowd(seed: number): Promise<void> {
  const random = seededRandom(seed)
  const [any] = Object.values(stories).toSorted(() => random() - 0.5)
  await using world = await openWorld()
  const seen = new Interleaver({ delay: () => Math.floor(random() * 4) })
  const { application, server, bugs } = await begin(world, any ?? assert.fail(), seen)
  const deletions: Promise<void>[] = []
  const acts: (() => Promise<unknown>)[] = [
    () => requestDeployment(server, application, push('3')),
    () => requestDeployment(server, application, push('4')),
    () => redeploy(server, application, { authorId: '' as const, withoutCache: true }),
    () => requestStop(server, application, ''),
    async () => {
      const reason = { cause: 'An add-on was linked' }
      const restarting = await server.store.transaction((store) =>
        server.restarts.enqueue(store, [application.id], reason),
      )
      for (const id of restarting) server.queue.wake(id)
    },
    () => refreshNetworkAccess(server, application.id),
    () => deleteOrganisation(server, world.account.organisationId),
    async () => {
      const all = await server.store.deployments.listOf(application.id, {})
      for (const deployment of all) await cancelDeployment(server, deployment).catch(expectRefusal)
    },
    async () => void deletions.push(deleteApplication(server, application)),
    async () => void deletions.push(deleteApplication(server, application)),
  ]
  const late = acts
    .toSorted(() => random() - 0.5)
    .map(async (act) => {
      for (let turns = Math.floor(random() * 60); turns > 0; turns--)
        await new Promise((resolve) => setImmediate(resolve))
      await act().catch(expectRefusal)
    })
  await Promise.all(late)
  await assertAllGone(world, server, { application, deletions, seen, bugs }, `seed ${seed}`)
}

async function begin(world: World, story: Scenario, seen: Interleaver) {
  const before = startServer(world)
  const environment = { CC_HEALTH_CHECK_DEADLINE: '30s', ...story.environment }
  const { id } = await newApplication(before, world.account.organisationId, environment)
  await world.store.applications.change(id, atScale(story.change ?? {}))
  if (story.hasOld) {
    const fresh = (await world.store.applications.find(id)) ?? assert.fail()
    const asked = await requestDeployment(before, fresh, push('1'))
    assert.equal((await endOf(before, asked.id)).state, 'live')
    await before.queue.idle(id)
  }
  await before.queue.close()
  await before.supervision.close()
  const bugs: unknown[] = []
  const server = startServer(world, seen.wrap, (error) => bugs.push(error))
  // The new server knows the running instances, as after a recovery.
  for (const instance of await world.store.instances.listOf(id)) {
    void server.supervision.watch(instance, commitOf('1'))
    server.supervision.keep(instance.id)
    seen.instances.add(instance.id)
  }
  const application = (await world.store.applications.find(id)) ?? assert.fail()
  return { application, server, bugs }
}

interface Outcome {
  application: Application
  deletions: Promise<void>[]
  seen: Interleaver
  bugs: unknown[]
}

async function assertAllGone(
  { store, traffic, engine, repositories, logs }: World,
  server: Platform,
  { application: { id }, deletions, seen, bugs }: Outcome,
  place: string,
): Promise<void> {
  // An effect of a deletion may have begun more of them, which must not outlive the world with its databases.
  for (let known = 0; known < deletions.length; ) {
    known = deletions.length
    await allSettled(deletions)
  }
  await server.queue.idle(id)
  await logs.flush()
  assert.deepEqual(bugs, [], place)
  const isOwn = ({ applicationId }: { applicationId: ApplicationId }) => applicationId === id
  assert.ok(!(await store.applications.listAll()).some((left) => left.id === id), place)
  assert.deepEqual((await store.deployments.listUnfinished()).filter(isOwn), [], place)
  assert.deepEqual((await store.instances.listAll()).filter(isOwn), [], place)
  assert.deepEqual(await store.releases.listOf(id), [], place)
  assert.equal(traffic.routes.has(id), false, `${place}: a route`)
  assert.equal(await repositories.has(id, commitOf('1')), false, `${place}: a repository`)
  assert.deepEqual(await logs.read(id, {}), [], `${place}: lines of log`)
  for (const instance of seen.instances)
    assert.equal(await engine.isRunning(instance), false, `${place}: an instance`)
  for (const artifact of seen.artifacts)
    assert.equal(await engine.holds({ id: artifact, handle: {} }), false, `${place}: an artifact`)
  await server.queue.close()
  await server.supervision.close()
}

/** Accepts the refusal of an action that came after the deletion. */
function expectRefusal(error: unknown): void {
  if (!(error instanceof Refusal)) throw error
}
