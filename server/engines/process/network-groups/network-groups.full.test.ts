import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { test } from 'node:test'
import { until } from '#kit/concurrency/timeout.ts'
import { run } from '#kit/process/subprocess.ts'
import { newKeyPair } from '#kit/wireguard-keys.ts'
import type { GroupNetwork } from '#platform/model/hosting/network-groups/group-network.ts'
import type { NetworkGroupId } from '#platform/model/ids.ts'
import { portAccess, probeInstance } from '#tests/support/engine/probe-inside.ts'
import { type OpenedEngine, openTestEngine } from '#tests/support/engine/process-engine.ts'
import { openExternalPeer } from '#tests/support/network-groups/external-peer.ts'

/** Answers with its name and the address of the caller; `/ask?<url>` with what it gets from there itself. */
const server = `import http from 'node:http'
const ask = (url) => fetch(url, { signal: AbortSignal.timeout(60_000) })
  .then((answer) => answer.text(), (error) => error.cause?.code ?? error.name)
http.createServer(async ({ url, socket }, response) => {
  const target = url.split('?')[1]
  if (url === '/hosts') return response.end(fs.readFileSync('/etc/hosts'))
  if (url === '/big') return response.end('x'.repeat(1_000_000))
  response.end(target ? await ask(target) : given + ' ' + socket.remoteAddress)
}).listen(8080, '0.0.0.0', () => tell('ready'))`

/** A group whose addresses begin with `100.80.<place>.`. */
function group(id: NetworkGroupId, place: number, part: Partial<GroupNetwork>): GroupNetwork {
  const [network, hub] = [`100.80.${place}.0/24`, `100.80.${place}.1`]
  const empty = { instances: [], services: [], addons: [], hosts: [] }
  return { id, account: 'orga_one', network, hub, ...empty, ...part }
}

const groupsOf = ({ engine }: OpenedEngine) =>
  engine.networkGroups ?? assert.fail('this machine has no network groups')

async function startServer(opened: OpenedEngine, instanceId: string) {
  const { started } = await probeInstance(opened, server, { given: instanceId, instanceId })
  const base = `http://${started.address.host}:${started.address.port}`
  return {
    started,
    /** What the instance gets from an address. */
    ask: async (url: string) => (await fetch(`${base}/ask?${url}`)).text(),
    hosts: async () => (await fetch(`${base}/hosts`)).text(),
  }
}

const two = group('ng_two', 1, {
  instances: [
    { instanceId: 'one', address: '100.80.1.11' },
    { instanceId: 'other', address: '100.80.1.12' },
  ],
  services: [
    { address: '100.80.1.2', targets: ['100.80.1.11'] },
    { address: '100.80.1.3', targets: ['100.80.1.12'] },
    { address: '100.80.1.4', targets: [] },
  ],
  hosts: [
    { address: '100.80.1.2', names: ['app_one.m.ng_two.internal'] },
    { address: '100.80.1.3', names: ['app_other.m.ng_two.internal'] },
  ],
})
const apart = group('ng_apart', 2, {
  instances: [{ instanceId: 'stranger', address: '100.80.2.11' }],
  services: [{ address: '100.80.2.2', targets: ['100.80.2.11'] }],
  hosts: [{ address: '100.80.2.2', names: ['app_stranger.m.ng_apart.internal'] }],
})

test('network groups: instances of a group reach each other by name, strangers reach nobody', async () => {
  await using opened = await openTestEngine()
  await groupsOf(opened).apply([two, apart])
  const one = await startServer(opened, 'one')
  await startServer(opened, 'other')
  const stranger = await startServer(opened, 'stranger')
  const other = 'http://app_other.m.ng_two.internal:8080'
  assert.equal(await one.ask(other), 'other 100.80.1.11')
  // Its own address leads to itself, too.
  assert.equal(await one.ask('http://app_one.m.ng_two.internal:8080'), 'one 100.80.1.1')
  assert.equal(await one.ask('http://100.80.1.4:8080'), 'ECONNREFUSED')
  for (const host of ['100.80.1.3', '100.80.1.12', '100.80.1.1'])
    assert.match(await stranger.ask(`http://${host}:8080`), /^(ECONNREFUSED|EHOSTUNREACH)$/, host)
  assert.doesNotMatch(await stranger.hosts(), /app_other/)
  assert.match(await one.ask('http://100.80.2.2:8080'), /^(ECONNREFUSED|EHOSTUNREACH)$/)
  // The machine itself has no way into a group.
  const outside = fetch('http://100.80.1.3:8080', { signal: AbortSignal.timeout(2000) })
  assert.doesNotMatch(await outside.then((answer) => answer.text(), String), /^other/)

  // Its traffic counts as other traffic does: the other instance sends nothing but this.
  await one.ask(`${other}/big`)
  const usage = await opened.engine.usage()
  const sent = usage.find(({ instanceId }) => instanceId === 'other')?.sentBytes ?? 0
  assert.ok(sent > 1_000_000, `${sent} bytes`)

  // A member of several groups does not connect them.
  const both = {
    ...apart,
    instances: [...apart.instances, { instanceId: 'one', address: '100.80.2.12' }],
  }
  await groupsOf(opened).apply([two, both])
  assert.equal(
    await one.ask('http://app_stranger.m.ng_apart.internal:8080'),
    'stranger 100.80.2.12',
  )
  assert.equal(await stranger.ask('http://100.80.2.12:8080'), 'one 100.80.2.11')
  assert.notEqual(await stranger.ask('http://100.80.1.3:8080'), 'other 100.80.2.11')

  // Whoever leaves a group loses it at once, and its names.
  await groupsOf(opened).apply([{ ...two, instances: two.instances.slice(1) }, both])
  assert.notEqual(await one.ask('http://100.80.1.3:8080'), 'other 100.80.1.11')
  assert.doesNotMatch(await one.hosts(), /app_other/)
})

test('network groups: hubs survive the engine, and what is no longer wanted is removed', async () => {
  await using opened = await openTestEngine()
  await groupsOf(opened).apply([two, apart])
  const one = await startServer(opened, 'one')
  const other = await startServer(opened, 'other')
  await opened.reopen()
  await opened.engine.recover([one.started, other.started])
  const url = 'http://app_other.m.ng_two.internal:8080'
  assert.equal(await one.ask(url), 'other 100.80.1.11')
  await groupsOf(opened).apply([two])
  assert.equal(await one.ask(url), 'other 100.80.1.11')
  const { stdout } = await run(['ip', 'netns', 'list'])
  const digest = createHash('sha256').update('ng_apart').digest('hex').slice(0, 12)
  assert.ok(!stdout.includes(digest), 'the hub of the other group is gone')
  // A veth that somebody has removed is made again.
  const hub = createHash('sha256').update('ng_two').digest('hex').slice(0, 12)
  const netns =
    stdout
      .split('\n')
      .find((line) => line.includes(hub))
      ?.split(' ')[0] ?? ''
  const veth = `v${createHash('sha256').update('other').digest('hex').slice(0, 12)}`
  await run(['ip', '-n', netns, 'link', 'del', veth])
  assert.notEqual(await one.ask(url), 'other 100.80.1.11')
  await groupsOf(opened).apply([two])
  assert.equal(await one.ask(url), 'other 100.80.1.11')
})

test('network groups: an add-on of the machine is reached at its address in the group, on its port alone', async () => {
  await using opened = await openTestEngine()
  const listener = createServer((_, response) => response.end('database')).listen(0, '127.0.0.1')
  await once(listener, 'listening')
  const { port } = listener.address() as AddressInfo
  const another = createServer((_, response) => response.end('private')).listen(0, '127.0.0.1')
  await once(another, 'listening')
  try {
    const ports = portAccess([port])
    await groupsOf(opened).apply([{ ...two, addons: [{ address: '100.80.1.5', ports }] }, apart])
    const one = await startServer(opened, 'one')
    const stranger = await startServer(opened, 'stranger')
    const url = `http://100.80.1.5:${port}`
    assert.equal(await one.ask(url), 'database')
    assert.notEqual(await stranger.ask(url), 'database')
    const { port: closed } = another.address() as AddressInfo
    assert.notEqual(await one.ask(`http://100.80.1.5:${closed}`), 'private')
    await groupsOf(opened).apply([two, apart])
    assert.notEqual(await one.ask(url), 'database')
  } finally {
    listener.close()
    another.close()
  }
})

test('network groups: a person reaches members through WireGuard, and nobody without a key does', async () => {
  await using opened = await openTestEngine()
  await using person = await openExternalPeer()
  await using eavesdropper = await openExternalPeer()
  assert.equal(await groupsOf(opened).prepareTunnels(), undefined)
  const keys = newKeyPair()
  const port = await freeUdpPort()
  const peers = [{ publicKey: person.publicKey, addresses: ['100.80.1.20'] }]
  const tunnel = { privateKey: keys.privateKey, port, peers }
  await groupsOf(opened).apply([{ ...two, tunnel }, apart])
  await startServer(opened, 'one')
  await startServer(opened, 'stranger')
  const configuration = `[Interface]
PrivateKey = <%PrivateKey%>
Address = 100.80.1.20/32

[Peer]
PublicKey = ${keys.publicKey}
AllowedIPs = 100.80.0.0/16
Endpoint = 127.0.0.1:${port}
`
  await person.join(configuration)
  const reached = async () => (await person.get('http://100.80.1.2:8080')) === 'one 100.80.1.20'
  await until(reached, { timeout: 120_000, what: 'the way through the tunnel' })
  assert.notEqual(await person.get('http://100.80.2.2:8080'), 'stranger 100.80.1.20')
  // A key that is no peer's opens nothing.
  await eavesdropper.join(configuration)
  assert.notEqual(await eavesdropper.get('http://100.80.1.2:8080'), 'one 100.80.1.20')
  // The tunnel goes on without the engine, and ends with its group.
  await opened.reopen()
  assert.ok(await reached())
  await groupsOf(opened).apply([{ ...two, tunnel: { ...tunnel, peers: [] } }])
  assert.ok(!(await reached()))
  await groupsOf(opened).apply([two])
  const isFree = () =>
    freeUdpPort(port).then(
      () => true,
      () => false,
    )
  await until(isFree, { timeout: 60_000, what: 'the end of wireguard-go' })
})

async function freeUdpPort(port = 0): Promise<number> {
  const socket = createSocket('udp4').bind(port)
  await once(socket, 'listening')
  const found = socket.address().port
  socket.close()
  return found
}
