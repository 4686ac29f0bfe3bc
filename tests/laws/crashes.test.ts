import assert from 'node:assert/strict'
import { test } from 'node:test'
import { until } from '#kit/deadline.ts'
import type { Application } from '#platform/applications/application.ts'
import { recover } from '#platform/deployments/recover.ts'
import { requestDeployment } from '#platform/deployments/requests.ts'
import type { Platform } from '#platform/platform.ts'
import { Guillotine } from '#tests/fixtures/guillotine.ts'
import { commitOf, endOf, newApplication } from '#tests/fixtures/platform.ts'
import { openWorld, startServer, type World } from '#tests/fixtures/world.ts'

/**
 * The law of crashes: whatever the server was doing when it died, visitors never notice, and the next server
 * brings the deployment to an end, once. Every effect of a deployment is tried, just before and just after it.
 */
const [one, two] = [commitOf('1'), commitOf('2')]
const request = (commit: string) => ({ commit, cause: 'Git', authorId: '' })

for (const when of ['before', 'after'] as const) {
  for (const version of ['first', 'second'] as const) {
    test(`a crash just ${when} any effect of the ${version} deployment loses nothing`, async () => {
      for (let at = 1; ; at++) {
        const guillotine = new Guillotine(at, when)
        const isOver = await crashAndRecover(guillotine, version === 'second')
        if (isOver) {
          assert.ok(at > 15, `only ${at} effects were tried`)
          return
        }
      }
    })
  }
}

/** Returns whether the deployment ended before the guillotine fell. */
async function crashAndRecover(guillotine: Guillotine, hasOld: boolean): Promise<boolean> {
  await using world = await openWorld()
  const application = await prepare(world, hasOld)

  const dying = startServer(world, guillotine.wrap)
  const asking = requestDeployment(dying, application, request(two)).catch(() => undefined)
  await until(async () => guillotine.fellAt || (await isDone(dying, world, application, asking)), {
    deadline: 20_000,
    every: 1,
    what: 'the crash or the end',
  })
  if (!guillotine.fellAt) {
    await dying.queue.close()
    dying.supervision.close()
    return true
  }
  dying.supervision.close()
  const place = `a crash at effect ${guillotine.effects}, ${guillotine.fellAt}`
  if (hasOld) await assertServes(world, application, place)

  const next = startServer(world)
  await recover(next, (error) => assert.fail(error as Error))
  if (hasOld) await assertServes(world, application, `${place}, after the recovery`)
  await assertEndsWell(next, world, application, place)
  await next.queue.close()
  next.supervision.close()
  return false
}

async function prepare(world: World, hasOld: boolean): Promise<Application> {
  const server = startServer(world)
  const application = await newApplication(server, world.account.organisationId)
  if (hasOld) {
    const { id } = await requestDeployment(server, application, request(one))
    assert.equal((await endOf(server, id)).state, 'live')
  }
  await server.queue.idle(application.id)
  await server.queue.close()
  server.supervision.close()
  return (await world.store.applications.find(application.id)) ?? assert.fail()
}

async function isDone(
  dying: Platform,
  world: World,
  { id }: Application,
  asking: Promise<unknown>,
) {
  await Promise.race([asking, new Promise((resolve) => setTimeout(resolve, 1))])
  const [newest] = await world.store.deployments.listOf(id, { limit: 1 })
  if (newest?.commit !== two || newest.state !== 'live') return false
  await dying.queue.idle(id)
  return true
}

async function assertServes(world: World, { id }: Application, place: string): Promise<void> {
  const [address] = world.traffic.addressesOf(id)
  assert.ok(address, `visitors have nowhere to go after ${place}`)
  const answer = await fetch(`http://${address.host}:${address.port}/`)
  assert.equal(answer.status, 200, `visitors notice ${place}`)
}

/** Every deployment has ended; one instance runs and serves; what was pushed is what is served. */
async function assertEndsWell(server: Platform, world: World, { id }: Application, place: string) {
  const { store, traffic, engine } = world
  const deployments = await store.deployments.listOf(id, {})
  const ended = await Promise.all(deployments.map((deployment) => endOf(server, deployment.id)))
  await server.queue.idle(id)
  const wasAccepted = ended.some(({ commit }) => commit === two)
  const states = ended.map(({ state }) => state)
  assert.ok(
    states.every((state) => state === 'live'),
    `${place}: ${states}`,
  )
  assert.equal(new Set(ended.map(({ commit }) => commit)).size, ended.length, `${place}: doubled`)

  const instances = await store.instances.listOf(id)
  const expected = ended.length > 0 ? 1 : 0
  assert.equal(instances.length, expected, `${place}: instances on record`)
  assert.equal(traffic.addressesOf(id).length, expected, `${place}: addresses`)
  for (const instance of instances) assert.ok(await engine.isRunning(instance.id), place)
  const live = await store.applications.find(id)
  if (wasAccepted) assert.equal(live?.commit, two, place)
}
