import assert from 'node:assert/strict'
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { connect, createServer, type Socket } from 'node:net'
import { networkInterfaces, tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import { until, withTimeout } from '#kit/concurrency/timeout.ts'
import { run } from '#kit/process/subprocess.ts'
import { probeBuild, probeInstance } from '#tests/support/engine/probe-inside.ts'
import { openTestEngine } from '#tests/support/engine/process-engine.ts'
import { isReachable } from '#tests/support/engine/recorded-instances.ts'
import { openOutsideWorld, outsideNetwork } from '#tests/support/servers/outside-world.ts'
import { limitsTable } from './connection-limits.ts'
import { forgetFlows } from './flow-limits.ts'
import { openNetwork } from './network.ts'
import { type Attachment, attachmentOf, networkNames } from './network-plan.ts'

const listen = `net.createServer((socket) => socket.end()).listen(8080, () => tell('ready'))`
const reach = `tell(await Promise.all(given.map(({ host, port }) => connect(host, port))))`

describe('network of an instance', () => {
  test('cannot reach the machine, on any of its addresses', async () => {
    await using opened = await openTestEngine()
    assert.deepEqual(opened.engine.weaknesses, [])
    const server = createServer((socket) =>
      socket
        .unref()
        .on('error', () => {})
        .end(),
    ).listen(0)
    await until(() => server.listening, { timeout: 300_000, what: 'the server' })
    const { port } = server.address() as { port: number }
    const { started } = await probeInstance(opened, listen)
    const gateway = gatewayOf(started.address.host)
    const own = Object.values(networkInterfaces()).flatMap((all) => all ?? [])
    const hosts = new Set([gateway, ...own.map(({ address }) => address)])
    const targets = [...hosts].filter((host) => host !== '::1' && !host.startsWith('127.'))
    assert.ok(targets.length >= 2)
    const given = ['127.0.0.1', '::1', ...targets].map((host) => ({ host, port }))
    const results = [
      (await probeInstance(opened, reach, { given })).result,
      await probeBuild(opened.engine, reach, given),
    ]
    for (const result of results.flat()) assert.notEqual(result, 'connected')
    server.close()
  })

  test('cannot reach another instance, though the machine reaches both', async () => {
    await using opened = await openTestEngine()
    const { started } = await probeInstance(opened, listen)
    const given = [started.address]
    const results = [
      (await probeInstance(opened, reach, { given })).result,
      await probeBuild(opened.engine, reach, given),
    ]
    for (const [result] of results) assert.match(result, /^(no answer|EHOSTUNREACH)$/)
    assert.equal(await isReachable(started.address, 60_000), true)
  })

  test('reaches an opened network, from instances and builds, through NAT', async () => {
    await using world = await openOutsideWorld()
    await using opened = await openTestEngine({ egress: egressTo(outsideNetwork) })
    const script = `const answer = await fetch('http://' + given.host + ':' + given.port)
      tell(await answer.text())`
    const given = world.address
    assert.equal((await probeInstance(opened, script, { given })).result, world.here)
    assert.equal(await probeBuild(opened.engine, script, given), world.here)
  })

  test("reaches no private network, except the operator's registry from builds", async () => {
    await using world = await openOutsideWorld()
    const { host, port } = world.address
    await using opened = await openTestEngine()
    const given = [{ host, port }]
    const results = [
      (await probeInstance(opened, reach, { given })).result,
      await probeBuild(opened.engine, reach, given),
    ]
    assert.deepEqual(results, [['ECONNREFUSED'], ['ECONNREFUSED']])
    await opened.reopen({ registry: async () => `http://${host}:${port}/npm/` })
    assert.deepEqual(await probeBuild(opened.engine, reach, given), ['connected'])
    assert.deepEqual((await probeInstance(opened, reach, { given })).result, ['ECONNREFUSED'])
  })

  test('reaches a proxy of the operator from builds, on its port only', async () => {
    await using world = await openOutsideWorld()
    const { host, port } = world.address
    const proxies = { https_proxy: `${host}:${port}`, no_proxy: 'localhost' }
    await using opened = await openTestEngine({
      hostEnvironment: { proxies, extraCaCerts: undefined },
    })
    const given = [
      { host, port },
      { host, port: port + 1 },
    ]
    const [proxy, other] = await probeBuild(opened.engine, reach, given)
    assert.deepEqual([proxy, other], ['connected', 'ECONNREFUSED'])
  })

  test('has no IPv6 but the loopback address, and sends none', async () => {
    await using opened = await openTestEngine()
    const script = `import dgram from 'node:dgram'
      const send = (host) => new Promise((resolve) => {
        const socket = dgram.createSocket('udp6')
        socket.send('x', 9, host, (error) => resolve(error ? error.code : 'sent') ?? socket.close())
      })
      const own = Object.entries(os.networkInterfaces()).flatMap(([name, all]) =>
        all.flatMap(({ family, address }) => (family === 'IPv6' ? [name + ' ' + address] : [])))
      net.createServer((socket) => socket.end()).listen(8080, '::', async () =>
        tell({
          own,
          loopback: await connect('::1', 8080),
          routes: fs.readFileSync('/proc/net/ipv6_route', 'utf8').trim().split('\\n').map((line) => line.split(/\\s+/).at(-1)),
          sent: await Promise.all(given.map(send)),
        }))`
    const given = ['fe80::1%eth0', 'ff02::1%eth0']
    const { result } = await probeInstance(opened, script, { given })
    assert.deepEqual([result.own, result.loopback], [['lo ::1'], 'connected'])
    assert.deepEqual([...new Set(result.routes)], ['lo'])
    for (const outcome of result.sent) assert.notEqual(outcome, 'sent')
  })

  test('is not reachable from outside the machine', async () => {
    await using world = await openOutsideWorld()
    await using opened = await openTestEngine()
    const { started } = await probeInstance(opened, listen)
    const server = createServer((socket) =>
      socket
        .unref()
        .on('error', () => {})
        .end(),
    ).listen(0)
    await until(() => server.listening, { timeout: 300_000, what: 'the server' })
    const { port } = server.address() as { port: number }
    assert.equal(await world.reaches({ host: world.here, port }), true)
    assert.equal(await world.reaches(started.address), false)
    server.close()
  })
})

describe('bridge and namespaces', () => {
  const withNetwork = async (
    body: (folder: string, mark: string) => Promise<void>,
  ): Promise<void> => {
    const folder = await mkdtemp(join(tmpdir(), 'berth-network-'))
    const mark = Buffer.from(folder.slice(-4)).toString('hex')
    try {
      await body(folder, mark)
    } finally {
      const network = await openNetwork(folder, mark)
      await network.keepOnly([])
      await network.close()
      await rm(folder, { recursive: true })
    }
  }
  const isThere = (mark: string, id: string) =>
    existsSync(join('/run/netns', attachmentOf(mark, id, '').netns))
  const bridgeOf = (mark: string) => `/sys/class/net/${networkNames(mark).bridge}`

  test('the same id gets the same address, also from the next server', () =>
    withNetwork(async (folder, mark) => {
      const network = await openNetwork(folder, mark)
      const [one, other] = await Promise.all([
        network.attach('one', 'owner'),
        network.attach('other', 'owner'),
      ])
      assert.notEqual(one.address, other.address)
      assert.deepEqual(await network.attach('one', 'owner'), one)
      const next = await openNetwork(folder, mark)
      assert.deepEqual(await next.attach('one', 'owner'), one)
      assert.notEqual((await next.attach('third', 'owner')).address, other.address)
    }))

  test('an address leased before a reboot of the machine is leased again', () =>
    withNetwork(async (folder, mark) => {
      const network = await openNetwork(folder, mark)
      const one = await network.attach('one', 'owner')
      await network.detach('one')
      const other = await network.attach('other', 'owner')
      assert.notEqual(other.address, one.address)
      assert.equal((await network.attach('one', 'owner', one.address)).address, one.address)
      assert.notEqual((await network.attach('thief', 'owner', one.address)).address, one.address)
    }))

  test('a reused address is reachable at once', () =>
    withNetwork(async (folder, mark) => {
      const network = await openNetwork(folder, mark)
      for (const beside of ['one', 'two', 'three']) await network.attach(beside, 'owner')
      const { address } = await network.attach('heir 0', 'owner')
      for (let heir = 0; heir < 4; heir++) {
        assert.equal(await answerOf(address), 'ECONNREFUSED')
        await network.detach(`heir ${heir}`)
        await network.attach(`heir ${heir + 1}`, 'owner', address)
      }
    }))

  test('a half-made namespace is made again', () =>
    withNetwork(async (folder, mark) => {
      const { netns } = attachmentOf(mark, 'one', '')
      await run(['ip', 'netns', 'add', netns])
      const network = await openNetwork(folder, mark)
      const { address } = await network.attach('one', 'owner')
      const { stdout } = await run(['ip', '-netns', netns, '-brief', 'address', 'show', 'eth0'])
      assert.ok(stdout.includes(address))
    }))

  test('conntrack entries of an address are deleted with it, even of open connections', () =>
    withNetwork(async (folder, mark) => {
      const sockets: Socket[] = []
      const take = (socket: Socket) => sockets.push(socket.on('error', () => {}))
      const server = createServer(take).listen(0)
      await until(() => server.listening, { timeout: 300_000, what: 'the server' })
      const { port } = server.address() as { port: number }
      const visitors = async () => ({ host: '0.0.0.0', ports: [port] })
      const options = {
        allowed: [],
        operatorHosts: async () => [],
        hasFlowTimeouts: false,
        addonsHost: '127.18.0.1',
      }
      const network = await openNetwork(folder, mark, { ...options, visitors })
      const held: (Attachment & Disposable)[] = []
      for (const id of ['one', 'stray', 'kept']) {
        const attachment = await network.attach(id, 'owner')
        const holder = await holdConnections(attachment, port)
        held.push({ ...attachment, [Symbol.dispose]: () => void holder.kill('SIGKILL') })
        // From the machine to the namespace, like connections of the router.
        const visit = connect(8080, attachment.address)
        take(visit)
        await withTimeout(once(visit, 'connect'), 60_000, 'the connection of a visitor')
      }
      await network.detach('one')
      await network.keepOnly(['kept'])
      const counts = []
      for (const { address } of held) counts.push(await forgetFlows([address]))
      for (const each of held) each[Symbol.dispose]()
      for (const socket of sockets) socket.destroy()
      server.close()
      assert.deepEqual(counts.slice(0, 2), [0, 0])
      assert.equal(counts[2], 3)
    }))

  test('builds and instances of an owner are known to the kernel, also after a server restart', () =>
    withNetwork(async (folder, mark) => {
      const network = await openNetwork(folder, mark)
      const own = [
        await network.attach('one', 'mallory'),
        await network.attachBuild('two', 'mallory'),
      ]
      const next = await openNetwork(folder, mark)
      const other = await next.attach('three', 'alice')
      const map = ['inet', limitsTable(networkNames(mark)), 'owners']
      const { stdout } = await run(['nft', '--json', 'list', 'map', ...map])
      const elements = new Map<string, number>(JSON.parse(stdout).nftables[1].map.elem)
      const [first, second] = own.map(({ address }) => elements.get(address))
      assert.ok(first && first === second)
      assert.notEqual(elements.get(other.address), first)
    }))

  test('unused namespaces are removed; with the last one, the bridge and the rules too', () =>
    withNetwork(async (folder, mark) => {
      const network = await openNetwork(folder, mark)
      await network.attach('kept', 'owner')
      await network.attach('stray', 'owner')
      await network.keepOnly(['kept'])
      assert.deepEqual([isThere(mark, 'kept'), isThere(mark, 'stray')], [true, false])
      await network.close()
      assert.equal(existsSync(bridgeOf(mark)), true)
      await network.detach('kept')
      await network.detach('kept')
      await network.close()
      assert.equal(existsSync(bridgeOf(mark)), false)
      const { stdout } = await run(['nft', 'list', 'tables'])
      assert.ok(!stdout.includes(networkNames(mark).table))
    }))
})

const egressTo = (network: string) => ({
  allowed: [network],
  visitors: async () => ({ host: '0.0.0.0', ports: [] }),
})

/** Listens in a namespace, and opens two connections from there to a port of the machine. */
async function holdConnections(
  { netns, address }: Attachment,
  port: number,
): Promise<ChildProcess> {
  const script = `const net = require('node:net')
    const connected = () => new Promise((resolve) => net.connect(${port}, '${gatewayOf(address)}', resolve))
    net.createServer(() => {}).listen(8080, () =>
      Promise.all([connected(), connected()]).then(() => console.log('held')))`
  const child = spawn('ip', ['netns', 'exec', netns, process.execPath, '-e', script], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  await withTimeout(once(child.stdout, 'data'), 60_000, 'the connections')
  return child
}

/** How a namespace without listeners answers, if it is reachable at all. */
function answerOf(host: string): Promise<string | undefined> {
  const { promise, resolve } = Promise.withResolvers<string | undefined>()
  const socket = connect({ host, port: 8080, timeout: 60_000 })
  socket.on('error', ({ code }: NodeJS.ErrnoException) => resolve(code))
  socket.on('timeout', () => socket.destroy())
  socket.on('close', () => resolve(undefined))
  return promise
}

/** First address of the /20 of an address. */
function gatewayOf(address: string): string {
  const [one, two, three] = address.split('.').map(Number)
  return `${one}.${two}.${(three ?? 0) - ((three ?? 0) % 16)}.1`
}
