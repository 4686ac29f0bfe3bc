import assert from 'node:assert/strict'
import { test } from 'node:test'
import { changeApplication } from '#platform/hosting/applications/applications.ts'
import { commitOf, openTestPlatform } from '#tests/support/platform/platform.ts'
import { buildFlavorOf, defaultBuildFlavor, maxFlavorsOf } from './max-flavors.ts'
import { rulesOf } from './scale-rules.ts'

const gigabyte = 1024 ** 3

test('max flavors: instances need the memory and the CPUs of the machine, builds the memory alone', () => {
  const of = (memory: number, cpus: number) => maxFlavorsOf({ memory, cpus }, undefined)
  assert.deepEqual(of(64 * gigabyte, 32), { instances: '3XL', builds: '3XL' })
  assert.deepEqual(of(24 * gigabyte, 2), { instances: 'S', builds: '2XL' })
  assert.deepEqual(of(1.5 * gigabyte, 64), { instances: 'XS', builds: 'XS' })
  assert.deepEqual(of(gigabyte / 8, 1), { instances: 'pico', builds: 'pico' })
})

test('max flavors: the operator may say another one', () => {
  const machine = { memory: gigabyte, cpus: 1 }
  assert.deepEqual(maxFlavorsOf(machine, 'L'), { instances: 'L', builds: 'L' })
})

test('build flavor: the usual one unless the application has its own, and never larger than offered', () => {
  const large = { instances: '3XL', builds: '3XL' }
  const own = { separateBuild: true, buildFlavor: 'XL' }
  assert.equal(buildFlavorOf(own, large), 'XL')
  assert.equal(buildFlavorOf({ ...own, separateBuild: false }, large), 'M')
  assert.equal(defaultBuildFlavor({ instances: 'pico', builds: 'S' }), 'S')
})

test('scale rules: thresholds come from variables, blank ones count as unset, and the lower one has its distance', () => {
  assert.deepEqual(rulesOf({}), { cpuUp: 0.75, cpuDown: 0.25, memoryUp: 0.85 })
  const variables = {
    CC_AUTOSCALE_CPU_UP: '60',
    CC_AUTOSCALE_CPU_DOWN: '55',
    CC_AUTOSCALE_MEMORY_UP: ' ',
    CC_AUTOSCALE_REQUESTS: '12.5',
  }
  assert.deepEqual(rulesOf(variables), { cpuUp: 0.6, cpuDown: 0.3, memoryUp: 0.85, requests: 12.5 })
})

test('build flavor: a build has its limits, and is metered by it', async () => {
  const limits: number[] = []
  const metered: string[] = []
  await using setup = await openTestPlatform((parts) => {
    const { engine, store } = parts
    const build: typeof engine.build = async (order) => {
      limits.push(order.limits.memoryMegabytes)
      const open = await store.usage.listOpen(['build'])
      metered.push(...open.map(({ flavorOrPlan }) => flavorOrPlan))
      return engine.build(order)
    }
    return { ...parts, engine: { ...engine, build } }
  })
  const application = await setup.application()
  await setup.deploy(application, commitOf('1'))
  await changeApplication(setup.platform, application, { buildFlavor: 'pico' })
  await setup.deploy(application, commitOf('2'))
  await changeApplication(setup.platform, application, { separateBuild: false })
  await setup.deploy(application, commitOf('3'))
  assert.deepEqual(limits, [4096, 256, 4096])
  assert.deepEqual(metered, ['M', 'pico', 'M'])
})
