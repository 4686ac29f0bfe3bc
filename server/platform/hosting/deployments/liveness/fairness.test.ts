import assert from 'node:assert/strict'
import { test } from 'node:test'
import { until } from '#kit/concurrency/timeout.ts'
import type { Instance } from '#platform/model/hosting/instances/instance.ts'
import type { InstanceId } from '#platform/model/ids.ts'
import type { Platform } from '#platform/platform.ts'
import { createLiveness } from './liveness-monitor.ts'

const count = 96
const instances = Array.from(
  { length: count },
  (_, number) =>
    ({
      id: `instance_${number}`,
      applicationId: 'app_1',
      deploymentId: 'deployment_1',
      number,
      state: 'up',
      started: { address: { host: '127.0.0.1', port: number + 1 } },
    }) as unknown as Instance,
)

test('liveness: instances that are slow to answer, however many, keep no other from being checked', async () => {
  let now = 0
  let watched = 0
  const asked: number[] = []
  const waiting: (() => void)[] = []
  const environment = { CC_HEALTH_CHECK_INTERVAL: '1s' }
  const platform = {
    policies: { healthCheckTimeout: 60_000, slowStartTimeout: 60_000 },
    store: {
      releases: { find: async () => ({ environment, recipe: {}, commit: '' }) },
      domains: {
        async listOf() {
          watched += 1
          return []
        },
      },
      instances: { find: async (id: InstanceId) => instances.find((one) => one.id === id) },
    },
    probe: ({ port }: { port: number }) => {
      asked.push(port - 1)
      const { promise, resolve } = Promise.withResolvers<number>()
      waiting.push(() => resolve(200))
      return promise
    },
  } as unknown as Platform
  const liveness = createLiveness({
    platform: () => platform,
    onBug: assert.ifError,
    monotonic: () => now,
    speed: 1000,
  })
  for (const instance of instances) liveness.watch(instance)
  liveness.begin()
  await until(() => watched === count, { timeout: 300_000, what: 'the beginning' })
  for (let round = 1; round <= 3; round += 1) {
    // Those of the rounds before are due again.
    now += 2000
    for (const answer of waiting.splice(0)) answer()
    await until(() => asked.length >= round * 32, { timeout: 300_000, what: `round ${round}` })
  }
  assert.equal(new Set(asked).size, count)
  for (const answer of waiting.splice(0)) answer()
  await liveness.close()
})
