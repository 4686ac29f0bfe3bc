import assert from 'node:assert/strict'
import { type ChildProcess, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import {
  type Egress,
  type Endpoint,
  fillSets,
  firewall,
} from '#engines/process/network/firewall.ts'
import {
  type FlowLimits,
  flowLimits,
  forgetFlowsCommand,
} from '#engines/process/network/flow-limits.ts'
import {
  attachmentOf,
  bridgeBatch,
  insideBatch,
  networkNames,
  vethBatch,
} from '#engines/process/network/network-plan.ts'
import { poolOf, type Tenant } from '#engines/process/network/subnet.ts'
import { withTimeout } from '#kit/concurrency/timeout.ts'
import { nthAddress } from '#kit/net/subnet.ts'
import { run, runOrThrow } from '#kit/process/subprocess.ts'

/** Target of a connection attempt of a tenant, and its source address if not its own. */
export interface Attempt {
  host: string
  port: number
  from?: string
}

/**
 * A machine, tenants on its bridge, and an Internet that answers at every address, each in a network namespace that no
 * packet leaves.
 */
export interface NetworkLab extends AsyncDisposable {
  /** Whether each connection attempt of the tenant succeeds; connections stay open until all have been made. */
  attempt(attempts: readonly Attempt[], tenant?: number): Promise<('open' | 'closed')[]>
  /** Sends datagrams to this many ports of the Internet, each of which conntrack keeps for half a minute. */
  sendDatagrams(count: number, tenant?: number): Promise<void>
  /** Enables the firewall for a tenant, with its allowed egress. */
  protect(egress?: Partial<Egress>, operatorHosts?: Endpoint[]): Promise<void>
  /** Applies other rules of nftables, which get the name of the bridge. */
  apply(rules: (bridge: string) => string): Promise<void>
  /** Limits the flows of the tenants, which have these owners. */
  limitFlows(limits: Partial<FlowLimits>, owners?: readonly string[]): Promise<void>
  /** Deletes a tenant's conntrack entries and returns their number. */
  forgetFlows(tenant?: number): Promise<number>
  /** Gives the tenant a second address, as only root could, and an IPv6 address. */
  misconfigure(): Promise<{ secondAddress: string }>
  /** Address of the bridge, and of the machine's uplink. */
  own: { bridge: string; uplink: string }
}

const subnet = { address: '10.128.16.0', bits: 20 }
const uplink = { machine: '198.18.254.1', internet: '198.18.254.2' }
const ports = [22, 53, 80, 443, 8080]

const serve = `const ports = ${JSON.stringify(ports)}
for (const port of ports) require('node:net').createServer((socket) => socket.end()).listen(port, '::', () => {
  if (port === ports.at(-1)) console.log('ready')
})`

/**
 * Where packets are dropped, nothing is heard but silence. Kernels answer however busy the processes are: an answer that has come
 * meanwhile is looked for once more before the silence counts.
 */
const silence = 1500

const connect = `const net = require('node:net')
const attempt = ({ host, port, from }) => new Promise((resolve) => {
  const socket = net.connect({ host, port, timeout: ${silence}, allowHalfOpen: true, ...(from && { localAddress: from }) })
  // Where refusals are sent only so many a second, whoever is refused may also hear nothing.
  const end = (word) => resolve({ word, socket })
  socket.on('connect', () => end('open'))
  socket.on('timeout', () => setImmediate(end, 'closed'))
  socket.on('error', () => end('closed'))
})
Promise.all(JSON.parse(process.argv[1]).map(attempt)).then((all) => {
  console.log(JSON.stringify(all.map(({ word }) => word)))
  for (const { socket } of all) socket.destroy()
})`

const send = `const [count] = process.argv.slice(1).map(Number)
const socket = require('node:dgram').createSocket('udp4')
let left = count
for (let port = 1; port <= count; port++) socket.send('x', 1000 + port, '1.1.1.1', () => --left || socket.close())`

export async function openNetworkLab(
  tenant: Tenant = 'instance',
  { tenants = 1 } = {},
): Promise<NetworkLab> {
  const mark = randomBytes(4).toString('hex')
  const names = networkNames(mark)
  const { first } = poolOf(subnet, tenant)
  const secondAddress = nthAddress(subnet, first + tenants)
  const attachments = Array.from({ length: tenants }, (_, place) =>
    attachmentOf(mark, `tenant ${place}`, nthAddress(subnet, first + place)),
  )
  const attachmentAt = (place: number) => attachments[place] ?? assert.fail('no such tenant')
  const [machine, internet] = [`btestm${mark}`, `btesti${mark}`]
  const namespaces = [machine, internet, ...attachments.map(({ netns }) => netns)]
  const bridge = nthAddress(subnet, 1)

  const batch = (netns: string, input: string) =>
    runOrThrow(['ip', '-netns', netns, '-batch', '-'], { input })
  const inside = (netns: string, words: readonly string[], input?: string) =>
    runOrThrow(['ip', 'netns', 'exec', netns, ...words], input === undefined ? {} : { input })
  const setSwitch = (netns: string, path: string, value: string) =>
    inside(netns, ['tee', `/proc/sys/net/${path}`], value)

  await using open = new AsyncDisposableStack()
  open.defer(async () => {
    for (const name of namespaces) await run(['ip', 'netns', 'del', name])
  })
  await runOrThrow(['ip', '-batch', '-'], {
    input: namespaces.map((name) => `netns add ${name}\n`).join(''),
  })
  // The namespaces exist already, because from inside one no persistent others can be created.
  const veths = attachments.map((attachment) =>
    vethBatch(names, attachment).replace(/^netns add.*\n/, ''),
  )
  await batch(machine, bridgeBatch(names, subnet) + veths.join(''))
  await batch(
    machine,
    `link set lo up
link add uplink type veth peer name eth0 netns ${internet}
addr add ${uplink.machine}/30 dev uplink
addr add fd01::1/64 dev uplink nodad
addr add fd02::1/64 dev ${names.bridge} nodad
link set uplink up
route add default via ${uplink.internet}
route add default via fd01::2
`,
  )
  await batch(
    internet,
    `link set lo up
addr add ${uplink.internet}/30 dev eth0
addr add fd01::2/64 dev eth0 nodad
link set eth0 up
route add fd02::/64 via fd01::1
`,
  )
  // Every address is local to the Internet, except those of the machine and the tenants.
  for (const [family, ...others] of [
    ['-4', `${uplink.machine}/30`, `${subnet.address}/${subnet.bits}`],
    ['-6', 'fd01::/64', 'fd02::/64'],
  ] as const) {
    const ip = ['ip', '-netns', internet, family] as const
    await runOrThrow([...ip, 'route', 'add', 'local', 'default', 'dev', 'lo', 'table', 'local'])
    await runOrThrow([...ip, 'rule', 'add', 'priority', '9', 'table', 'local'])
    await runOrThrow([...ip, 'rule', 'del', 'priority', '0'])
    for (const other of others) {
      const rule = ['priority', '5', 'iif', 'lo', 'to', other, 'table', 'main']
      await runOrThrow([...ip, 'rule', 'add', ...rule])
    }
  }
  for (const attachment of attachments) {
    await inside(attachment.netns, ['ip', '-batch', '-'], insideBatch(subnet, attachment, 1500))
  }
  // Refusals are sent to one address once a second unless this is 0, and an attempt would wait for its timeout.
  await setSwitch(machine, 'ipv4/icmp_ratelimit', '0')
  await setSwitch(machine, 'ipv4/ip_forward', '1')
  await setSwitch(machine, 'ipv6/conf/all/forwarding', '1')
  // Return route for tests without the firewall, whose NAT hides the tenant's address.
  await batch(internet, `route add ${subnet.address}/${subnet.bits} via ${uplink.machine}\n`)
  for (const netns of [machine, internet]) {
    const server = await startServer(netns)
    open.defer(async () => {
      server.kill('SIGKILL')
      await once(server, 'close')
    })
  }
  const opened = open.move()

  return {
    own: { bridge, uplink: uplink.machine },
    async attempt(attempts, place = 0) {
      const words = [process.execPath, '-e', connect, JSON.stringify(attempts)]
      return JSON.parse(await inside(attachmentAt(place).netns, words))
    },
    async sendDatagrams(count, place = 0) {
      await inside(attachmentAt(place).netns, [process.execPath, '-e', send, `${count}`])
    },
    async limitFlows(limits, owners = []) {
      const all = { maxPerAddress: 4096, maxPerOwner: 16_384, hasTimeouts: false, ...limits }
      const leases = attachments.map(({ netns: id, address }, place) => ({
        id,
        address,
        owner: owners[place] ?? id,
      }))
      await inside(machine, ['nft', '-f', '-'], flowLimits(names, leases, all))
    },
    async forgetFlows(place = 0) {
      return Number(await inside(machine, forgetFlowsCommand([attachmentAt(place).address])))
    },
    async protect(egress = {}, operatorHosts = []) {
      const all = { nameServers: [], allowed: [], visitors: { host: '0.0.0.0', ports: [] } }
      const rules = firewall(names, subnet, { ...all, ...egress })
      const sets = fillSets(names, { ways: [], operatorHosts, leased: attachments })
      await inside(machine, ['nft', '-f', '-'], rules + sets)
    },
    async apply(rules) {
      await inside(machine, ['nft', '-f', '-'], rules(names.bridge))
    },
    async misconfigure() {
      await batch(
        attachmentAt(0).netns,
        `addr add ${secondAddress}/32 dev eth0
addr add fd02::2/64 dev eth0 nodad
route add default via fd02::1
`,
      )
      return { secondAddress }
    },
    [Symbol.asyncDispose]: () => opened.disposeAsync(),
  }
}

async function startServer(netns: string): Promise<ChildProcess> {
  const child = spawn('ip', ['netns', 'exec', netns, process.execPath, '-e', serve], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  await withTimeout(once(child.stdout, 'data'), 60_000, 'a server of the lab')
  return child
}
