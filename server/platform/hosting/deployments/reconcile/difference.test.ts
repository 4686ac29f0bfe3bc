import assert from 'node:assert/strict'
import { test } from 'node:test'
import { differenceOf, type ObservedApplication, type ObservedInstance } from './difference.ts'

const live = 'deployment_live' as const
const other = 'deployment_other' as const

const instance = (number: number, facts: Partial<ObservedInstance> = {}) =>
  ({
    id: `instance_${number}`,
    number,
    flavor: 'XS',
    state: 'up',
    deploymentId: live,
    isAlive: true,
    isSpared: false,
    ...facts,
  }) as ObservedInstance

function compare(
  instances: ObservedInstance[],
  application: Partial<ObservedApplication['application']> = {},
  probationId?: ObservedApplication['probationId'],
) {
  const wanted = {
    wanted: 'up',
    suspended: false,
    asleepSince: null,
    wakeRequestedAt: null,
    liveDeploymentId: live,
    currentInstances: 1,
    currentFlavor: 'XS',
    ...application,
  } as ObservedApplication['application']
  const { strays, scaling } = differenceOf({ application: wanted, instances, probationId })
  return [strays.map(({ number }) => number), scaling?.action, scaling?.reason]
}

const nothing = [[], undefined, undefined]

test('difference: none when as many instances as wanted serve', () => {
  assert.deepEqual(compare([instance(0)]), nothing)
})

test('difference: too many and too few are scaled, with the reason', () => {
  assert.deepEqual(compare([instance(0), instance(1)]), [
    [],
    'downscale',
    'Wanted 1 instance of flavor XS, but 2 instances of flavor XS run',
  ])
  assert.deepEqual(compare([instance(0)], { currentInstances: 3 }), [
    [],
    'upscale',
    'Wanted 3 instances of flavor XS, but 1 instance of flavor XS runs',
  ])
  assert.deepEqual(compare([]), [[], 'upscale', 'Wanted 1 instance of flavor XS, but none runs'])
})

test('difference: instances of another flavor are replaced, in the direction of the flavor', () => {
  assert.equal(compare([instance(0)], { currentFlavor: 'M' })[1], 'upscale')
  assert.deepEqual(compare([instance(0, { flavor: 'M' })]), [
    [],
    'downscale',
    'Wanted 1 instance of flavor XS, but 1 instance of flavor M runs',
  ])
})

test('difference: what serves nobody is a stray: of an earlier version, half-started, stopping or dead', () => {
  const strays = [
    instance(1, { deploymentId: other }),
    instance(2, { state: 'starting' }),
    instance(3, { state: 'stopping' }),
    instance(4, { isAlive: false }),
  ]
  assert.deepEqual(compare([instance(0), ...strays]), [[1, 2, 3, 4], undefined, undefined])
})

test('difference: a task, a kept failed instance and both versions of a probation are no strays', () => {
  const kept = instance(1, { deploymentId: other, state: 'starting', isSpared: true })
  assert.deepEqual(compare([instance(0), kept]), nothing)
  const both = [instance(0), instance(1, { deploymentId: other })]
  assert.deepEqual(compare(both, {}, other), nothing)
  assert.deepEqual(compare(both, { currentInstances: 5 }, other), nothing, 'not scaled meanwhile')
})

test('difference: of a stopped, suspended or never deployed application nothing is wanted', () => {
  for (const application of [
    { wanted: 'down' },
    { suspended: true },
    { liveDeploymentId: null },
  ] as const) {
    assert.deepEqual(compare([instance(0)], application), [[0], undefined, undefined])
    assert.deepEqual(compare([], application), nothing)
  }
})
