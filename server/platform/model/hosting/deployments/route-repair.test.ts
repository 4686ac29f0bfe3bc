import assert from 'node:assert/strict'
import { test } from 'node:test'
import { until } from '#kit/concurrency/timeout.ts'
import { changeApplication } from '#platform/hosting/applications/applications.ts'
import { deleteApplication } from '#platform/hosting/applications/delete.ts'
import { addDomain, removeDomain } from '#platform/hosting/applications/domains/domains.ts'
import { parseDomain } from '#platform/hosting/applications/domains/parse-domain.ts'
import { reroute } from '#platform/hosting/deployments/routes.ts'
import type { Application } from '#platform/model/hosting/application.ts'
import { newApplication, openTestPlatform } from '#tests/support/platform/platform.ts'

const timeout = 300_000
const domain = parseDomain('shop.example.com')

/** A platform with an application whose router fails until it is repaired. */
async function openScene() {
  const { platform, account, traffic } = await openTestPlatform()
  const application = await newApplication(platform, account.organisationId)
  const { switchTo, remove } = traffic
  let failures = 0
  const fail = async () => {
    failures += 1
    throw new Error('the router is ending')
  }
  platform.routeRepair.begin()
  return {
    platform,
    account,
    traffic,
    application,
    breakRouter: () => Object.assign(traffic, { switchTo: fail, remove: fail }),
    async repairRouter() {
      await until(() => failures > 1, { timeout, what: 'a second attempt' })
      Object.assign(traffic, { switchTo, remove })
    },
    hostsOf: ({ id }: Application) => traffic.routes.get(id)?.domains.map(({ host }) => host),
    [Symbol.asyncDispose]: () => platform.routeRepair.close(),
  }
}

test('route repair: a domain that is removed while the router fails leaves no route behind', async () => {
  await using scene = await openScene()
  const { platform, application, hostsOf } = scene
  await addDomain(platform, application, domain)
  assert.ok(hostsOf(application)?.includes(domain.host))
  scene.breakRouter()
  await removeDomain(platform, application, domain)
  assert.ok(hostsOf(application)?.includes(domain.host), 'the router still has it')
  await scene.repairRouter()
  const isGone = () => !hostsOf(application)?.includes(domain.host)
  await until(isGone, { timeout, what: 'the end of the route' })
})

test('route repair: changes, new applications and deletions reach a router that failed meanwhile', async () => {
  await using scene = await openScene()
  const { platform, account, application, traffic } = scene
  const doomed = await newApplication(platform, account.organisationId)
  assert.ok(traffic.routes.has(doomed.id))
  scene.breakRouter()
  await changeApplication(platform, application, { forceHttps: true })
  const added = await newApplication(platform, account.organisationId)
  await deleteApplication(platform, doomed)
  assert.equal(traffic.routes.get(application.id)?.forceHttps, false)
  await scene.repairRouter()
  const isInStep = () =>
    traffic.routes.get(application.id)?.forceHttps === true &&
    traffic.routes.has(added.id) &&
    !traffic.routes.has(doomed.id)
  await until(isInStep, { timeout, what: 'all routes' })
})

test('route repair: a step of a deployment fails at once, and its route is sent again all the same', async () => {
  await using scene = await openScene()
  const { platform, application, traffic } = scene
  traffic.routes.clear()
  scene.breakRouter()
  await assert.rejects(reroute(platform, application.id), /ending/)
  await scene.repairRouter()
  await until(() => traffic.routes.has(application.id), { timeout, what: 'the route' })
})
