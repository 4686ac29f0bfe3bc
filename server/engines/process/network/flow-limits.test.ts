import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { runOrThrow } from '#kit/process/subprocess.ts'
import { type NetworkLab, openNetworkLab } from '#tests/support/servers/network-lab.ts'
import { flowLimits, readFlowLimits } from './flow-limits.ts'
import { networkNames } from './network-plan.ts'

const visitors = { host: '0.0.0.0', ports: [8080] }
const internet = (count: number) => Array(count).fill({ host: '1.1.1.1', port: 80 })
const results = (open: number, closed: number) => [
  ...Array(closed).fill('closed'),
  ...Array(open).fill('open'),
]

describe('flow limits', () => {
  let lab: NetworkLab
  before(async () => {
    lab = await openNetworkLab('instance', { tenants: 2 })
  })
  after(() => lab[Symbol.asyncDispose]())

  test('an address at its limit gets no new flows, neither to the Internet nor to the machine', async () => {
    const own = Array(8).fill({ host: lab.own.uplink, port: 8080 })
    await lab.protect({ visitors })
    await lab.limitFlows({ maxPerAddress: 5 })
    const some = await lab.attempt([...internet(8), ...own])
    assert.deepEqual(some.toSorted(), results(5, 11))
    await lab.limitFlows({})
    assert.deepEqual(await lab.attempt([...internet(8), ...own]), results(16, 0))
  })

  test('the addresses of an owner are counted together, also after the rules are replaced', async () => {
    await lab.limitFlows({ maxPerOwner: 6 }, ['mallory', 'mallory'])
    await lab.sendDatagrams(4)
    assert.deepEqual((await lab.attempt(internet(8), 1)).toSorted(), results(2, 6))
    await lab.sendDatagrams(4)
    await lab.protect({ visitors })
    await lab.limitFlows({ maxPerOwner: 6 }, ['mallory', 'mallory'])
    assert.deepEqual(await lab.attempt(internet(3), 1), results(0, 3))
    await lab.limitFlows({ maxPerOwner: 6 }, ['mallory', 'alice'])
    assert.deepEqual(await lab.attempt(internet(3), 1), results(3, 0))
  })

  test('a reused address whose flows were deleted starts from zero, and flows of others stay', async () => {
    await lab.limitFlows({ maxPerAddress: 7 })
    for (const tenant of [0, 1]) {
      await lab.forgetFlows(tenant)
      await lab.sendDatagrams(7, tenant)
      assert.deepEqual(await lab.attempt(internet(2), tenant), results(0, 2))
    }
    assert.equal(await lab.forgetFlows(), 7)
    assert.equal(await lab.forgetFlows(), 0)
    assert.deepEqual(await lab.attempt(internet(7)), results(7, 0))
    assert.deepEqual(await lab.attempt(internet(2), 1), results(0, 2))
    assert.equal(await lab.forgetFlows(1), 7)
  })
})

test('flow limits: an owner has a small part of the conntrack table, counted in short lists', async () => {
  const limits = { maxPerAddress: 4096, maxPerOwner: 16_384 }
  const lease = { id: 'one', address: '10.128.16.2', owner: 'mallory' }
  for (const hasTimeouts of [false, true]) {
    const rules = flowLimits(networkNames('x'), [lease], { ...limits, hasTimeouts })
    assert.match(
      rules,
      /@flows_of_address_4096 \{ ip saddr \. \(th sport & 30\) ct count over 256 \}/,
    )
    assert.match(
      rules,
      /@flows_of_owner_16384 \{ meta mark \. \(th sport & 126\) ct count over 256 \}/,
    )
    assert.match(
      rules,
      /@flow_rates \{ meta mark limit rate over 1000\/second burst 2000 packets \} drop/,
    )
    assert.equal(/ct timeout set/.test(rules), hasTimeouts)
    // Applied twice: existing sets stay.
    await runOrThrow(['unshare', '--net', 'nft', '--file', '-'], { input: rules + rules })
  }
  const { maxPerAddress, maxPerOwner } = await readFlowLimits(false)
  assert.ok(maxPerAddress <= maxPerOwner && maxPerAddress <= 4096)
})
