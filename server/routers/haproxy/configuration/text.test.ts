import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { RouteUpstream } from '#platform/model/hosting/deployments/traffic.ts'
import { bindAddress, networksOf } from './addresses.ts'
import { serversOf } from './backends.ts'
import type { Configuration } from './configuration.ts'
import { serverName } from './server-name.ts'
import { configurationText } from './text.ts'

const upstream: RouteUpstream = {
  instanceId: '00000000-0000-4000-8000-000000000001',
  address: { host: '10.0.0.1', port: 8080 },
}

const serversIn = (upstreams: RouteUpstream[]) =>
  serversOf({ slot: 1 }, { upstreams, tcpPorts: [5000] })

const configuration: Configuration = {
  generation: 'g1',
  user: { uid: 104, gid: 107 },
  host: '127.0.0.1',
  httpPort: 8080,
  httpsPort: 8443,
  publicHttpsPort: 443,
  answerTimeout: 180_000,
  uploadTimeout: 60_000,
  maxPerVisitor: 10,
  trustedProxies: [],
  hasAccessLog: true,
  maxConnections: 1000,
  slots: 2,
  sparedSlots: 1,
  servers: serversIn([upstream]),
  tcp: [{ port: 5000, applicationId: 'app_one', slot: 1 }],
}

test('HAProxy configuration: an instance is a server of both backends of its slot, and of TCP at port 4040', () => {
  const lines = configurationText(configuration).split('\n')
  const servers = lines.filter((line) => line.includes(serverName(upstream)))
  assert.equal(servers.length, 3)
  assert.equal(servers.filter((line) => line.includes('10.0.0.1:8080')).length, 2)
  assert.equal(servers.filter((line) => line.includes('10.0.0.1:4040')).length, 1)
  for (const name of ['backend r0', 'backend o1', 'backend t1', 'frontend tcp-5000']) {
    assert.ok(
      lines.some((line) => line.startsWith(`${name} from`)),
      name,
    )
  }
})

test('HAProxy configuration: a public HTTPS port of 443 is not in redirects, others are', () => {
  const target = (publicHttpsPort: number) =>
    configurationText({ ...configuration, publicHttpsPort })
  assert.match(target(443), /location https:\/\/%\[var\(txn\.host\)\]%\[pathq\]/)
  assert.match(target(8443), /location https:\/\/%\[var\(txn\.host\)\]:8443%\[pathq\]/)
})

test('HAProxy configuration: what is no address, port or id never becomes text of it', () => {
  const hostile = (change: () => Partial<Configuration>) => () =>
    configurationText({ ...configuration, ...change() })
  const at = (host: string) => serversIn([{ ...upstream, address: { host, port: 1 } }])
  assert.throws(
    hostile(() => ({ servers: at('10.0.0.1:1\n  server evil 1.1.1.1') })),
    /not an IP address/,
  )
  assert.throws(
    hostile(() => ({ servers: at('localhost') })),
    /not an IP address/,
  )
  const id = 'x\nglobal' as RouteUpstream['instanceId']
  assert.throws(
    hostile(() => ({ servers: serversIn([{ ...upstream, instanceId: id }]) })),
    /not an instance/,
  )
  const tcp = [{ port: 5000, applicationId: "app_one' x", slot: 1 }]
  assert.throws(
    hostile(() => ({ tcp })),
    /not an id/,
  )
  assert.throws(() => bindAddress('127.0.0.1', 70_000), /not a port/)
})

test('HAProxy configuration: trusted proxies are addresses and networks', () => {
  const rules = ['Subnet: IPv4 10.0.0.0/8', 'Address: IPv6 ::1']
  assert.deepEqual(networksOf(rules), ['10.0.0.0/8', '::1'])
  assert.throws(() => networksOf(['Range: IPv4 10.0.0.1-10.0.0.9']), /cannot trust/)
})
