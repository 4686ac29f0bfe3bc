import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { until } from '#kit/concurrency/timeout.ts'
import { deleteApplication } from '#platform/hosting/applications/delete.ts'
import { recover } from '#platform/hosting/deployments/queue/recover.ts'
import { requestDeployment } from '#platform/hosting/deployments/queue/requests.ts'
import { configureAddon } from '#platform/marketplace/addons/config/configure.ts'
import type { Application } from '#platform/model/hosting/application.ts'
import type { Addon } from '#platform/model/marketplace/addon.ts'
import type { Platform } from '#platform/platform.ts'
import { addAddon, addOffer } from '#stores/marketplace.contract.ts'
import { CrashInjector } from '#tests/support/faults/crash-injector.ts'
import { commitOf, endOf, newApplication } from '#tests/support/platform/platform.ts'
import { openWorld, startServer, type World } from '#tests/support/platform/world.ts'

/**
 * The law of crashes, for config changes: after a crash at any point, an application linked to an add-on runs with the
 * stored values.
 */
const leastEffects = 8

describe('law of crashes: config changes of an add-on', { concurrency: true }, () => {
  for (const isOrderly of [false, true]) {
    const end = isOrderly ? 'an orderly end' : 'a crash'
    test(`${end} after any effect leaves no application with the old values`, async () => {
      await using world = await openWorld()
      const { provider, plan } = await addOffer(world.store)
      const there = { state: 'ready', realId: 'r-1', config: { PIGEON_URL: '0' } } as const
      const addon = await addAddon(world.store, provider, plan, there)
      for (let after = 0; ; after++) {
        const crashInjector = new CrashInjector(after, { isOrderly })
        await endAndRecover(world, addon, crashInjector, { isOrderly, value: `value ${after}` })
        if (crashInjector.fellAt) continue
        assert.ok(after > leastEffects, `only ${after - 1} effects were tried`)
        return
      }
    })
  }
})

async function endAndRecover(
  world: World,
  addon: Addon,
  crashInjector: CrashInjector,
  { isOrderly, value }: { isOrderly: boolean; value: string },
): Promise<void> {
  const application = await prepare(world, addon)
  const dying = startServer(world, crashInjector.wrap)
  const asked = configureAddon(dying, addon, { PIGEON_URL: value }).then(
    () => true,
    () => false,
  )
  const isOver = async () => (await asked) && (await ended(world, dying, application))
  await Promise.race([crashInjector.fallen, isOver()])
  if (isOrderly || !crashInjector.fellAt) await close(dying)
  const place = `the end after effect ${crashInjector.effects}, ${crashInjector.fellAt}`

  const next = startServer(world, undefined, (error) => assert.fail(error as Error))
  await recover(next, (error) => assert.fail(error as Error))
  await ended(world, next, application)
  const { liveDeploymentId } = (await world.store.applications.find(application.id)) ?? application
  const release = await world.store.releases.find(liveDeploymentId ?? 'deployment_none')
  const kept = await world.store.addons.find(addon.id)
  assert.equal(release?.environment.PIGEON_URL, kept?.config.PIGEON_URL, place)
  if (crashInjector.fellAt !== 'the beginning') assert.equal(kept?.config.PIGEON_URL, value, place)
  crashInjector.bury()
  await close(dying)
  await deleteApplication(next, application)
  await close(next)
}

async function prepare(world: World, addon: Addon): Promise<Application> {
  const server = startServer(world)
  const application = await newApplication(server, world.account.organisationId)
  const link = { addonId: addon.id, applicationId: application.id, createdAt: 1 }
  await world.store.links.add(link)
  const request = { commit: commitOf('1'), cause: 'Git', authorId: '' as const }
  const { id } = await requestDeployment(server, application, request)
  assert.equal((await endOf(server, id)).state, 'live')
  await server.queue.idle(application.id)
  await close(server)
  return application
}

async function ended({ store }: World, { queue }: Platform, { id }: Application): Promise<void> {
  await queue.idle(id)
  await until(
    async () =>
      (await store.deployments.listUnfinished()).every(({ applicationId }) => applicationId !== id),
    { timeout: 300_000, every: 2, what: 'the end of every deployment' },
  )
  await queue.idle(id)
}

async function close({ queue, supervision, provisioningQueue }: Platform): Promise<void> {
  await provisioningQueue.close()
  await queue.close()
  await supervision.close()
}
