import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { until } from '#kit/concurrency/timeout.ts'
import { type NetworkLab, openNetworkLab } from '#tests/support/servers/network-lab.ts'
import { buildBridge, egressRules, instanceBridge, type NodeEgress } from './egress-rules.ts'

const nothing: NodeEgress = {
  allowed: [],
  visitors: { addresses: [], ports: [] },
  addons: undefined,
  operatorHosts: [],
  nodes: [],
  publishedPorts: { from: 8000, to: 9000 },
  closed: [],
}
const internet = ['1.1.1.1', '8.8.8.8', '11.0.0.1', '172.32.0.1']
const special = ['169.254.169.254', '168.63.129.16', '10.0.0.1', '172.16.0.1', '192.168.1.1']
const at = (hosts: readonly string[], port = 80) => hosts.map((host) => ({ host, port }))
const outcomes = (hosts: readonly string[], outcome: string) => hosts.map(() => outcome)

describe('egress rules of a node', () => {
  let lab: NetworkLab
  before(async () => {
    lab = await openNetworkLab()
    await lab.misconfigure()
  })
  after(() => lab[Symbol.asyncDispose]())

  const protect = (egress: Partial<NodeEgress> = {}, kind = instanceBridge, more = '') =>
    lab.apply(
      (bridge) =>
        egressRules('berth_egress_test', 'rules_test', { ...nothing, ...egress }).replaceAll(
          `"${kind}"`,
          `"${bridge}"`,
        ) + more,
    )

  test('the Internet is open; special networks, metadata services, the node itself and IPv6 are closed', async () => {
    const all = [...internet, ...special, lab.own.bridge, lab.own.uplink, '2606:4700::1111']
    const isOpen = async () => (await lab.attempt(at(all))).every((result) => result === 'open')
    await until(isOpen, { timeout: 300_000, what: 'the ways without rules' })
    for (const kind of [instanceBridge, buildBridge]) {
      await protect({}, kind)
      assert.deepEqual(await lab.attempt(at(internet)), outcomes(internet, 'open'))
      const closed = all.slice(internet.length)
      assert.deepEqual(await lab.attempt(at(closed)), outcomes(closed, 'closed'))
    }
  })

  test('other nodes and the registry are closed at public addresses, and in a network that is opened', async () => {
    const nodes = ['8.8.8.8', '10.0.0.7']
    const closed = [{ address: '11.0.0.1', port: 443 }]
    await protect({ nodes, closed, allowed: ['10.0.0.0/8', '8.0.0.0/8', '11.0.0.1/32'] })
    assert.deepEqual(await lab.attempt(at(['10.0.0.1', '11.0.0.1', ...nodes])), [
      ...['open', 'open'],
      ...outcomes(nodes, 'closed'),
    ])
    assert.deepEqual(await lab.attempt(at(['11.0.0.1'], 443)), ['closed'])
    // One that the operator names is opened, but for instances of others there.
    await protect({ nodes, allowed: ['10.0.0.7/32'] })
    const [other, published] = await lab.attempt([...at(['10.0.0.7']), ...at(['10.0.0.7'], 8080)])
    assert.deepEqual([other, published], ['open', 'closed'])
  })

  test('name servers, add-ons, visitors and hosts of builds are open at their ports, and for whom they are meant', async () => {
    const egress = {
      addons: { address: '10.0.0.1', ports: { from: 440, to: 450 } },
      visitors: { addresses: [lab.own.uplink], ports: [8080] },
      operatorHosts: [{ address: '10.0.0.2', port: 443 }],
    }
    const attempts = [
      { host: '10.0.0.3', port: 53 },
      { host: lab.own.uplink, port: 8080 },
      { host: '10.0.0.1', port: 443 },
      { host: '10.0.0.2', port: 443 },
      ...at(['10.0.0.1', '10.0.0.2', '10.0.0.3', lab.own.uplink]),
    ]
    const servers = 'add element inet berth_egress_test name_servers { 10.0.0.3 }\n'
    const rest = Array(4).fill('closed')
    await protect(egress, instanceBridge, servers)
    assert.deepEqual(await lab.attempt(attempts), ['open', 'open', 'open', 'closed', ...rest])
    await protect(egress, buildBridge, servers)
    assert.deepEqual(await lab.attempt(attempts), ['open', 'open', 'closed', 'open', ...rest])
  })
})
