import assert from 'node:assert/strict'
import { networkInterfaces } from 'node:os'
import { after, before, test } from 'node:test'
import { PushedApplication } from '#tests/support/applications/pushed-application.ts'
import { TestBerth } from '#tests/support/platform/berth.ts'
import { type OutsideWorld, openOutsideWorld } from '#tests/support/servers/outside-world.ts'

/**
 * A tenant probes the surroundings of the platform: private networks of its machine, one of which the operator has
 * allowed, the machine's own addresses, and other tenants on the bridge. The networks are network namespaces of this
 * test; no packet leaves the machine.
 */
let berth: TestBerth
let closed: OutsideWorld
let opened: OutsideWorld
before(async () => {
  ;[closed, opened] = await Promise.all([openOutsideWorld(), openOutsideWorld()])
  berth = await TestBerth.start({ BERTH_EGRESS_ALLOWED: `${opened.address.host}/32` })
})
after(async () => {
  await berth?.[Symbol.asyncDispose]()
  await closed?.[Symbol.asyncDispose]()
  await opened?.[Symbol.asyncDispose]()
})

const look = `const dgram = require('node:dgram')
const fs = require('node:fs')
const net = require('node:net')
const connect = ({ host, port }) => new Promise((resolve) => {
  const socket = net.connect({ host, port, timeout: 30_000 })
  const end = (word) => resolve(word) ?? socket.destroy()
  socket.on('connect', () => end('connected'))
  socket.on('timeout', () => end('no answer'))
  socket.on('error', (error) => end(error.code))
})
const send = (host) => new Promise((resolve) => {
  const socket = dgram.createSocket('udp6')
  socket.send('x', 9, host, (error) => resolve(error ? error.code : 'sent') ?? socket.close())
})
const interfacesIn = (table) => fs.readFileSync('/proc/net/' + table, 'utf8').trim().split('\\n')
  .map((line) => line.split(/\\s+/).at(-1))
module.exports = async () => ({
  tcp: await Promise.all(JSON.parse(process.env.TARGETS).map(connect)),
  neighbours: await Promise.all(['fe80::1%eth0', 'ff02::1%eth0'].map(send)),
  ipv6: [...new Set([...interfacesIn('if_inet6'), ...interfacesIn('ipv6_route')])],
})`

const server = `const look = require('./look.js')
require('node:http').createServer(async (request, response) => {
  response.end(request.url === '/look' ? JSON.stringify(await look()) : 'well')
}).listen(8080, '0.0.0.0')`

interface SandboxPaths {
  tcp: string[]
  neighbours: string[]
  ipv6: string[]
}

test('egress: an application and its build reach only the private networks that the operator has allowed', async () => {
  const own = Object.values(networkInterfaces()).flatMap((all) => all ?? [])
  const ports = [berth.addresses.api, berth.addresses.visitors.http].map((url) => new URL(url).port)
  const machine = own
    .filter(({ internal }) => !internal)
    .flatMap(({ address }) => ports.map((port) => ({ host: address, port: Number(port) })))
  const targets = [opened.address, closed.address, { host: closed.here, port: 80 }, ...machine]
  const application = await PushedApplication.create(berth, 'curious')
  await berth.client.environment.replace(application.record, {
    TARGETS: JSON.stringify(targets),
    CC_POST_BUILD_HOOK: `node -e 'require("./look.js")().then((all) => console.log("SIGHT " + JSON.stringify(all)))'`,
  })
  const { state, uuid } = await application.deploy({
    'package.json': JSON.stringify({ name: 'curious', scripts: { start: 'node server.js' } }),
    'look.js': look,
    'server.js': server,
  })
  const log = await application.log(uuid)
  assert.equal(state, 'OK', log.join('\n'))
  const printed = log.find((line) => line.startsWith('SIGHT ')) ?? assert.fail(log.join('\n'))
  const { body } = await application.visit('/look')
  for (const paths of [JSON.parse(printed.slice(6)), JSON.parse(body)] as SandboxPaths[]) {
    const [first, ...others] = paths.tcp
    assert.equal(first, 'connected')
    for (const outcome of others) assert.notEqual(outcome, 'connected')
    for (const outcome of paths.neighbours) assert.notEqual(outcome, 'sent')
    assert.deepEqual(paths.ipv6, ['lo'])
  }
})
