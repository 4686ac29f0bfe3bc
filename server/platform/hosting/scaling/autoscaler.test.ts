import assert from 'node:assert/strict'
import { test } from 'node:test'
import { until } from '#kit/concurrency/timeout.ts'
import { newId } from '#kit/text/ids.ts'
import { createStoredTimes } from '#kit/time/stored-times.ts'
import { setVariable } from '#platform/hosting/applications/variables.ts'
import { deploymentQuota } from '#platform/hosting/quotas/deployment-quota.ts'
import { createDeploymentRate } from '#platform/identity/quotas.ts'
import type { ApplicationChange } from '#platform/model/hosting/application.ts'
import type { Deployment } from '#platform/model/hosting/deployments/deployment.ts'
import { newUser } from '#platform/model/identity/accounts/user.ts'
import type { InstanceLoad } from '#platform/model/observability/metrics.ts'
import {
  type LiveApplication,
  one,
  openLiveApplication,
  served,
  two,
} from '#tests/support/applications/live-application.ts'
import { newApplication, openTestPlatform } from '#tests/support/platform/platform.ts'
import { applyDecision } from './apply-decision.ts'
import { autoscale } from './autoscaler.ts'

const bounds = { minInstances: 1, maxInstances: 3 }
const megabyte = 1024 * 1024

/** A live application with a load that a test sets. Its clock stands hours after the first deployment. */
class LoadedApplication implements AsyncDisposable {
  readonly setup: LiveApplication
  load = { cpu: 0, memory: 10, requests: 0 }
  /** Whether the machine tells CPU and memory. */
  isMeasured = true

  constructor(setup: LiveApplication) {
    this.setup = setup
  }

  static async open(change: ApplicationChange = bounds): Promise<LoadedApplication> {
    return new LoadedApplication(await openLiveApplication(change))
  }

  /** Samples as if the instances had run for hours. */
  async #samples(now: number): Promise<InstanceLoad[]> {
    const { platform, application } = this.setup
    const instances = await platform.store.instances.listOf(application.id)
    return instances.flatMap(({ id }) =>
      Array.from({ length: 31 }, (_, index) => ({
        instanceId: id,
        at: now - (30 - index) * 10_000,
        ...(this.isMeasured && {
          cpu: this.load.cpu,
          memoryBytes: this.load.memory * megabyte,
        }),
        requestsPerSecond: this.load.requests,
      })),
    )
  }

  /** Looks at the load once, so many hours later, and waits for what was decided. */
  async look(hours = 1): Promise<Deployment | undefined> {
    const { platform, application } = this.setup
    const policies = {
      interval: 10_000,
      upAfter: 60_000,
      downAfter: 300_000,
      pause: 60_000,
      cpus: 8,
    }
    platform.policies.autoscaling = policies
    const now = Date.now() + hours * 3_600_000
    const samples = await this.#samples(now)
    const times = createStoredTimes({ clock: () => now, monotonic: () => now })
    const later = { ...platform, monotonic: () => now, times }
    const current = (await platform.store.applications.find(application.id)) ?? assert.fail()
    const [before] = await platform.store.deployments.listOf(application.id, { limit: 1 })
    await autoscale(later, { recentLoad: () => samples }, current)
    const [newest] = await platform.store.deployments.listOf(application.id, { limit: 1 })
    if (!newest || newest.id === before?.id) return undefined
    const ended = await this.setup.ended(newest.id)
    await platform.queue.idle(application.id)
    return ended
  }

  async scale(): Promise<string> {
    const { platform, application } = this.setup
    const found = (await platform.store.applications.find(application.id)) ?? assert.fail()
    return `${found.currentInstances} ${found.currentFlavor}`
  }

  [Symbol.asyncDispose] = () => this.setup[Symbol.asyncDispose]()
}

test('autoscaler: instances follow the load both ways, each time as a deployment with its reason', async () => {
  await using loaded = await LoadedApplication.open()
  loaded.load.cpu = 0.87
  const up = (await loaded.look()) ?? assert.fail()
  assert.deepEqual(
    [up.action, up.state, up.instances, up.authorId, up.cause],
    ['upscale', 'live', 2, '', 'CPU at 87 % for 1 min on 1 instance of XS'],
  )
  assert.deepEqual(await served(loaded.setup), [one, one])
  loaded.load.cpu = 0.02
  const down = (await loaded.look(3)) ?? assert.fail()
  assert.deepEqual([down.action, down.state, down.instances], ['downscale', 'live', 1])
  assert.equal(down.cause, 'CPU at 2 % for 5 min on 2 instances of XS')
  assert.deepEqual(await served(loaded.setup), [one])
})

test('autoscaler: a maximum above the platform is never reached', async () => {
  await using loaded = await LoadedApplication.open({ minFlavor: 'XS', maxFlavor: 'XL' })
  loaded.setup.platform.policies.maxFlavors = { instances: 'S', builds: 'S' }
  loaded.load.memory = 1000
  assert.equal((await loaded.look())?.action, 'upscale')
  assert.equal(await loaded.scale(), '1 S')
  loaded.load.memory = 2040
  assert.equal(await loaded.look(3), undefined)
  assert.equal(await loaded.scale(), '1 S')
})

test('autoscaler: the scale is on record, and the next deployment starts with it', async () => {
  await using loaded = await LoadedApplication.open()
  loaded.load.cpu = 1
  await loaded.look()
  assert.equal(await loaded.scale(), '2 XS')
  const deployment = await loaded.setup.deploy(loaded.setup.application, two)
  assert.equal(deployment.instances, 2)
  assert.deepEqual(await served(loaded.setup), [two, two])
})

test('autoscaler: memory near the limit moves the application to a larger flavor, and billing meters it', async () => {
  await using loaded = await LoadedApplication.open({ minFlavor: 'XS', maxFlavor: 'M' })
  loaded.load.memory = 980
  const deployment = (await loaded.look()) ?? assert.fail()
  assert.match(deployment.cause, /^Memory at 96 % for 1 min/)
  const { store } = loaded.setup.platform
  const open = await store.usage.listOpen(['runtime'])
  assert.deepEqual(
    open.map(({ flavorOrPlan }) => flavorOrPlan),
    ['S'],
  )
})

test('autoscaler: thresholds are variables of the application', async () => {
  await using loaded = await LoadedApplication.open()
  const { platform, application } = loaded.setup
  loaded.load.requests = 12
  assert.equal(await loaded.look(), undefined)
  await setVariable(platform, application, 'CC_AUTOSCALE_REQUESTS', '10')
  await loaded.setup.deploy(application, two)
  const deployment = (await loaded.look(3)) ?? assert.fail()
  assert.equal(deployment.cause, '12 requests per second each for 1 min on 1 instance of XS')
})

test('autoscaler: a start that fails leaves the scale as it was, and the next attempt waits', async () => {
  await using loaded = await LoadedApplication.open()
  const { platform } = loaded.setup
  const { start } = platform.engine
  platform.engine.start = () => Promise.reject(new Error('no more room'))
  loaded.load.cpu = 1
  const failed = (await loaded.look()) ?? assert.fail()
  assert.equal(failed.state, 'failed')
  assert.match(failed.failure ?? '', /no more room/)
  assert.equal(await loaded.scale(), '1 XS')
  assert.deepEqual(await served(loaded.setup), [one])
  platform.engine.start = start
  assert.equal(await loaded.look(0.02), undefined, 'about a minute later')
  assert.equal((await loaded.look())?.state, 'live')
})

test('autoscaler: quotas allow a smaller step, or the deployment fails at once with their sentence', async () => {
  await using loaded = await LoadedApplication.open({ minInstances: 2, maxInstances: 8 })
  const { platform } = loaded.setup
  platform.policies.quotas.instances = 3
  loaded.load.cpu = 1
  assert.equal((await loaded.look())?.instances, 3)
  const refused = (await loaded.look(3)) ?? assert.fail()
  assert.deepEqual([refused.action, refused.state], ['upscale', 'failed'])
  assert.match(refused.failure ?? '', /instances would run, and 3 are allowed/)
  assert.equal(await loaded.scale(), '3 XS')
})

test('autoscaler: stopped and suspended applications, and those with equal bounds, are not looked at', async () => {
  await using loaded = await LoadedApplication.open()
  const { platform, application } = loaded.setup
  const { applications } = platform.store
  const listed = async () => (await applications.listAutoscaled()).map(({ id }) => id)
  assert.deepEqual(await listed(), [application.id])
  await applications.change(application.id, { maxInstances: 1 })
  assert.deepEqual(await listed(), [])
  await applications.change(application.id, { maxFlavor: 'S' })
  assert.deepEqual(await listed(), [application.id])
  await applications.setSuspended(application.ownerId, true)
  assert.deepEqual(await listed(), [])
  await applications.setSuspended(application.ownerId, false)
  await applications.setWanted(application.id, 'down')
  assert.deepEqual(await listed(), [])
})

test('autoscaler: a decision about a scale that the owner has changed meanwhile is dropped', async () => {
  await using loaded = await LoadedApplication.open()
  const { platform, application } = loaded.setup
  await platform.store.applications.change(application.id, { currentInstances: 2 })
  const scale = { currentInstances: 3, currentFlavor: 'XS' }
  await applyDecision(platform, application, { scale, direction: 'up', reason: 'CPU at 90 %' })
  assert.equal(await loaded.scale(), '2 XS')
  assert.equal((await platform.store.deployments.listOf(application.id, {})).length, 1)
})

test('autoscaler: a machine that cannot measure CPU and memory scales by requests, and else not at all', async () => {
  await using loaded = await LoadedApplication.open()
  const { platform, application } = loaded.setup
  loaded.isMeasured = false
  assert.equal(await loaded.look(), undefined)
  await setVariable(platform, application, 'CC_AUTOSCALE_REQUESTS', '10')
  await loaded.setup.deploy(application, two)
  loaded.load.requests = 20
  assert.equal((await loaded.look(3))?.instances, 2)
  loaded.load.requests = 0
  const down = (await loaded.look(6)) ?? assert.fail()
  assert.equal(down.cause, '0.0 requests per second each for 5 min on 2 instances of XS')
})

test('autoscaler: steps up count by the hour for their owner, and take no deployment away; steps down are free', async () => {
  await using loaded = await LoadedApplication.open()
  const { platform, application } = loaded.setup
  platform.deploymentRate = createDeploymentRate({ deploymentsPerHour: 1 }, platform.clock)
  loaded.load.cpu = 1
  assert.equal((await loaded.look())?.state, 'live')
  const refused = (await loaded.look(3)) ?? assert.fail()
  assert.equal(refused.state, 'failed')
  assert.match(refused.failure ?? '', /1 steps up of autoscaling within an hour/)
  assert.equal(await loaded.scale(), '2 XS')
  loaded.load.cpu = 0
  assert.equal((await loaded.look(6))?.state, 'live')
  assert.equal(await loaded.scale(), '1 XS')
  const push = await deploymentQuota(platform, application)
  await platform.store.transaction((store) => push(store))
})

test("autoscaler: scaling that never ends, of many applications, does not hold up another owner's push", async () => {
  let isHanging = false
  const released = Promise.withResolvers<void>()
  let hanging = 0
  await using setup = await openTestPlatform((parts) => ({
    ...parts,
    engine: {
      ...parts.engine,
      async start(order) {
        if (isHanging && order.ownerId !== victim.id) {
          hanging += 1
          await released.promise
        }
        return parts.engine.start(order)
      },
    },
  }))
  const { platform } = setup
  const victim = newUser(newId('user'), { email: 'vic@example.test', passwordHash: '' }, 1)
  await platform.store.users.add(victim)
  const own = await newApplication(platform, victim.id)
  const hostile = await Promise.all(Array.from({ length: 12 }, () => setup.application()))
  await Promise.all(hostile.map((application) => setup.deploy(application, one)))
  isHanging = true
  const scale = { currentInstances: 2, currentFlavor: 'XS' }
  for (const { id } of hostile) {
    await platform.store.applications.change(id, bounds)
    const application = (await platform.store.applications.find(id)) ?? assert.fail()
    await applyDecision(platform, application, { scale, direction: 'up', reason: 'CPU at 90 %' })
  }
  await until(() => hanging > 0, { timeout: 300_000, what: 'the first scaling' })
  assert.equal((await setup.deploy(own, one)).state, 'live')
  assert.ok(hanging <= 2, `${hanging} of four worker slots`)
  released.resolve()
  for (const { id } of hostile) await platform.queue.idle(id)
})
