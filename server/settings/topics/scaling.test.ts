import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readSettings, SettingsError } from '#settings/settings.ts'
import { scalingPoliciesOf } from './scaling.ts'

const machine = { memory: 8 * 1024 ** 3, cpus: 2 }
const policiesFor = (environment: NodeJS.ProcessEnv) =>
  scalingPoliciesOf(readSettings(environment), machine)

test('settings of scaling: sizes are those of the machine unless the operator says another one', () => {
  assert.deepEqual(policiesFor({}).maxFlavors, { instances: 'S', builds: 'L' })
  assert.equal(policiesFor({ BERTH_MAX_FLAVOR: 'xl' }).maxFlavors.instances, 'XL')
})

test('settings of scaling: the load is looked at three times within the shortest time at least', () => {
  const { interval, upAfter } = policiesFor({ BERTH_AUTOSCALE_UP_AFTER: '15s' }).autoscaling
  assert.deepEqual([interval, upAfter], [5000, 15_000])
  assert.equal(policiesFor({}).autoscaling.interval, 10_000)
})

test('settings of scaling: an unknown size, and times longer than samples are kept, are refused', () => {
  const environment = { BERTH_MAX_FLAVOR: 'huge', BERTH_AUTOSCALE_DOWN_AFTER: '1h' }
  assert.throws(
    () => readSettings(environment),
    (error: unknown) => {
      assert.ok(error instanceof SettingsError)
      assert.match(
        error.problems.join('\n'),
        /BERTH_MAX_FLAVOR=huge is not a size: use one of pico/,
      )
      assert.match(error.problems.join('\n'), /BERTH_AUTOSCALE_DOWN_AFTER=1h is longer than 10m/)
      return true
    },
  )
})
