import assert from 'node:assert/strict'
import { test } from 'node:test'
import { nthAddress, overlaps } from '#kit/net/subnet.ts'
import { buildRange, chooseSubnet, parseRoutes, placeOf, poolOf } from './subnet.ts'

const routes = `Iface\tDestination\tGateway \tFlags\tRefCnt\tUse\tMetric\tMask\t\tMTU\tWindow\tIRTT
eth0\t00000000\t010200C0\t0003\t0\t0\t0\t00000000\t0\t0\t0
eth0\t000200C0\t00000000\t0001\t0\t0\t0\t00FFFFFF\t0\t0\t0
bth1\t0000800A\t00000000\t0001\t0\t0\t0\t00F0FFFF\t0\t0\t0
`

test("subnet: routes are read from the kernel's table, except the default and our own", () => {
  assert.deepEqual(parseRoutes(routes, 'other'), [
    { address: '192.0.2.0', bits: 24 },
    { address: '10.128.0.0', bits: 20 },
  ])
  assert.deepEqual(parseRoutes(routes, 'bth1'), [{ address: '192.0.2.0', bits: 24 }])
})

test('subnet: ranges overlap when one contains the other', () => {
  const large = { address: '10.0.0.0', bits: 8 }
  assert.equal(overlaps({ address: '10.128.16.0', bits: 20 }, large), true)
  assert.equal(overlaps(large, { address: '10.128.16.7', bits: 32 }), true)
  assert.equal(
    overlaps({ address: '10.128.16.0', bits: 20 }, { address: '10.128.32.0', bits: 20 }),
    false,
  )
})

test('subnet: a free range is found from any seed, or none when all are taken', () => {
  const first = chooseSubnet(1023, [])
  assert.deepEqual(first, { address: '10.191.240.0', bits: 20 })
  const taken = [{ address: '10.191.0.0', bits: 16 }]
  assert.deepEqual(chooseSubnet(1023, taken), { address: '10.128.0.0', bits: 20 })
  assert.equal(chooseSubnet(5, [{ address: '10.0.0.0', bits: 8 }]), undefined)
})

test('subnet: addresses are counted within the range', () => {
  const subnet = { address: '10.128.240.0', bits: 20 }
  assert.equal(nthAddress(subnet, 300), '10.128.241.44')
  assert.equal(placeOf(subnet, '10.128.241.44'), 300)
  assert.equal(placeOf(subnet, '10.128.240.1'), undefined)
  assert.equal(placeOf(subnet, '10.129.0.5'), undefined)
})

test('subnet: builds have the last quarter of the range, instances the rest', () => {
  const subnet = { address: '10.128.240.0', bits: 20 }
  const [instances, builds] = [poolOf(subnet, 'instance'), poolOf(subnet, 'build')]
  assert.deepEqual(instances, { first: 2, count: 3070 })
  assert.deepEqual(builds, { first: 3072, count: 1023 })
  const range = buildRange(subnet)
  assert.deepEqual(range, { address: '10.128.252.0', bits: 22 })
  const isOfBuild = (place: number) =>
    overlaps(range, { address: nthAddress(subnet, place), bits: 32 })
  assert.equal(isOfBuild(instances.first + instances.count - 1), false)
  assert.equal(isOfBuild(builds.first), true)
  assert.equal(isOfBuild(builds.first + builds.count - 1), true)
})
