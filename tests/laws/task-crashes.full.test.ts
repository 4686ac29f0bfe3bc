import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { until } from '#kit/concurrency/timeout.ts'
import { deleteApplication } from '#platform/hosting/applications/delete.ts'
import { recover } from '#platform/hosting/deployments/queue/recover.ts'
import { requestDeployment } from '#platform/hosting/deployments/queue/requests.ts'
import type { Application } from '#platform/model/hosting/application.ts'
import type { ApplicationId } from '#platform/model/ids.ts'
import type { Platform } from '#platform/platform.ts'
import { CrashInjector } from '#tests/support/faults/crash-injector.ts'
import { commitOf, newApplication } from '#tests/support/platform/platform.ts'
import { openWorld, startServer, type World } from '#tests/support/platform/world.ts'

/** The law of crashes, for tasks: after a crash at any point, a task is never run twice. */
const environment = { RECIPE: JSON.stringify({ purpose: 'task' }) }
const push = { commit: commitOf('1'), cause: 'Git', authorId: '' as const }
const leastEffects = 12

describe('law of crashes: tasks', { concurrency: true }, () => {
  for (const isOrderly of [false, true]) {
    const end = isOrderly ? 'an orderly end' : 'a crash'
    test(`${end} after any effect of a task does not run it again`, async () => {
      await using world = await openWorld()
      const started = countStarts(world)
      for (let after = 0; ; after++) {
        const crashInjector = new CrashInjector(after, { isOrderly })
        await endAndRecover(world, crashInjector, { isOrderly, started })
        if (crashInjector.fellAt) continue
        assert.ok(after > leastEffects, `only ${after - 1} effects were tried`)
        return
      }
    })
  }
})

function countStarts({ engine }: World): (applicationId: ApplicationId) => number {
  const counts = new Map<string, number>()
  const { start } = engine
  engine.start = (order) => {
    counts.set(order.applicationId, (counts.get(order.applicationId) ?? 0) + 1)
    return start(order)
  }
  return (applicationId) => counts.get(applicationId) ?? 0
}

async function endAndRecover(
  world: World,
  crashInjector: CrashInjector,
  { isOrderly, started }: { isOrderly: boolean; started: (applicationId: ApplicationId) => number },
): Promise<void> {
  const first = startServer(world)
  const application = await newApplication(first, world.account.organisationId, environment)
  await close(first)
  const dying = startServer(world, crashInjector.wrap)
  const asked = requestDeployment(dying, application, push).then(
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

  const next = startServer(world, undefined, (error) => assert.fail(error as Error))
  await recover(next, (error) => assert.fail(error as Error))
  await next.queue.idle(application.id)
  await ended(world, application)
  await next.queue.idle(application.id)
  await assertRunOnce(world, application, started(application.id), place)
  crashInjector.bury()
  await close(dying)
  const left = await world.store.applications.find(application.id)
  if (left) await deleteApplication(next, left)
  await close(next)
}

async function assertRunOnce(
  { store, traffic }: World,
  { id }: Application,
  starts: number,
  place: string,
): Promise<void> {
  const deployments = await store.deployments.listOf(id, {})
  assert.ok(deployments.length <= 1, place)
  for (const { state, failure } of deployments) {
    if (state === 'stopped') assert.equal(starts, 1, place)
    else {
      assert.match(failure ?? '', /may have run partially/, place)
      assert.ok(starts <= 1, place)
    }
  }
  assert.deepEqual(await store.instances.listOf(id), [], place)
  assert.deepEqual(traffic.addressesOf(id), [], place)
  assert.equal((await store.applications.find(id))?.wanted, 'down', place)
}

async function close({ queue, supervision }: Platform): Promise<void> {
  await queue.close()
  await supervision.close()
}

const ended = ({ store }: World, { id }: Application) =>
  until(
    async () =>
      (await store.deployments.listUnfinished()).every(({ applicationId }) => applicationId !== id),
    { timeout: 300_000, every: 2, what: 'the end of every deployment' },
  )
