import assert from 'node:assert/strict'
import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { type TestContext, test } from 'node:test'
import { connect as connectTls } from 'node:tls'
import { until, withTimeout } from '#kit/concurrency/timeout.ts'
import { testAccess } from '#tests/support/servers/server-access.ts'
import type { Gate } from './gate.ts'
import { mysqlGate } from './mysql-gate.ts'
import { type OutsideLimits, outsideLimits } from './outside-limits.ts'
import { createOutsideListeners } from './outside-listener.ts'
import { addressesOf } from './outside-server.ts'
import { postgresqlGate } from './postgresql-gate.ts'
import { redisGate } from './redis-gate.ts'

/** External address for these tests, where the server itself does not listen. */
const outside = '127.0.0.2'

/** A server that greets and echoes, and its recorded input. */
async function openServer(
  t: TestContext,
  gate: Gate,
  more: Partial<OutsideLimits> = {},
  networks: string[] = [],
) {
  const heard: Buffer[] = []
  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    sockets.add(socket.on('error', () => {}))
    socket.once('close', () => sockets.delete(socket))
    socket.on('data', (bytes) => void (heard.push(bytes) && socket.write('answer')))
    if (gate === mysqlGate) socket.write('greeting')
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const limits = { ...outsideLimits, ...more }
  const listener = await createOutsideListeners(gate, limits, networks)(outside, port)
  t.after(async () => {
    await listener.close()
    for (const socket of sockets) socket.destroy()
    server.close()
  })
  const visit = (bytes: Buffer | string, from = '127.0.0.1') => {
    const socket = connect({ host: outside, port, localAddress: from })
    t.after(() => socket.destroy())
    socket.on('error', () => {}).write(bytes)
    return socket
  }
  return { port, sockets, visit, heard: () => Buffer.concat(heard) }
}

/** All data of a socket until it is closed. */
async function wholeOf(socket: Socket): Promise<string> {
  let text = ''
  socket.setEncoding('latin1').on('data', (part) => {
    text += part
  })
  await withTimeout(once(socket, 'close'), 60_000, 'the end of the connection')
  return text
}
const next = async (socket: Socket): Promise<string> =>
  String((await withTimeout(once(socket, 'data'), 60_000, 'an answer'))[0])

const packet = (code: number, more = '') => {
  const bytes = Buffer.alloc(8 + more.length)
  bytes.writeUInt32BE(bytes.length)
  bytes.writeUInt32BE(code, 4)
  bytes.write(more, 8)
  return bytes
}
const tlsRequest = packet(80_877_103)

test('outside PostgreSQL: a login without TLS is rejected before it reaches the server', async (t) => {
  const { visit, sockets } = await openServer(t, postgresqlGate)
  const startup = packet(196_608, 'user\0ada\0\0')
  assert.match(await wholeOf(visit(startup)), /^E.*FATAL.*28000.*need TLS: use sslmode=require/s)
  assert.equal(sockets.size, 0)
})

test('outside PostgreSQL: TLS and cancel requests are relayed to the server with all bytes', async (t) => {
  const { visit, heard } = await openServer(t, postgresqlGate)
  const cancel = packet(80_877_102, '12345678')
  for (const bytes of [tlsRequest, cancel]) assert.equal(await next(visit(bytes)), 'answer')
  await until(() => heard().length === 24, { timeout: 300_000, what: 'all bytes' })
  assert.deepEqual(heard(), Buffer.concat([tlsRequest, cancel]))
})

test('outside PostgreSQL: GSS encryption is declined, and TLS may follow', async (t) => {
  const { visit, heard } = await openServer(t, postgresqlGate)
  const socket = visit(packet(80_877_104))
  assert.equal(await next(socket), 'N')
  socket.write(tlsRequest)
  assert.equal(await next(socket), 'answer')
  assert.deepEqual(heard(), tlsRequest)
})

const handshake = (capabilities: number, length: number) => {
  const bytes = Buffer.alloc(4 + length)
  bytes.writeUIntLE(length, 0, 3)
  bytes[3] = 1
  bytes.writeUInt32LE(capabilities, 4)
  return bytes
}

test('outside MySQL: a login without TLS is rejected, also one that only claims it', async (t) => {
  const { visit, heard } = await openServer(t, mysqlGate)
  for (const login of [handshake(0x0200, 60), handshake(0x0a00, 60)])
    assert.match(await wholeOf(visit(login)), /^greeting.*#HY000.*need TLS: use --ssl/s)
  assert.equal(heard().length, 0)
})

test('outside MySQL: a TLS request is relayed to the server', async (t) => {
  const { visit, heard } = await openServer(t, mysqlGate)
  const request = handshake(0x0a00, 32)
  const socket = visit('')
  assert.equal(await next(socket), 'greeting')
  socket.write(request)
  assert.equal(await next(socket), 'answer')
  assert.deepEqual(heard(), request)
})

test('outside Redis: TLS is terminated before the server, and plaintext rejected', async (t) => {
  const { visit, heard, port } = await openServer(t, redisGate(testAccess().tls))
  assert.match(await wholeOf(visit('PING\r\n')), /^-ERR .*rediss:/)
  assert.equal(heard().length, 0)
  const socket = connectTls({ host: outside, port, rejectUnauthorized: false })
  t.after(() => socket.destroy())
  socket.write('AUTH secret\r\n')
  assert.equal(await next(socket), 'answer')
  assert.equal(heard().toString(), 'AUTH secret\r\n')
})

test('outside Redis: a fragment of an error reply does not count as a login', async (t) => {
  const server = createServer((socket) => {
    socket.on('error', () => {}).on('data', (half) => socket.write(half))
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const limits = { ...outsideLimits, admissionTimeout: 3000 }
  const open = createOutsideListeners(redisGate(testAccess().tls), limits)
  const listener = await open(outside, port)
  t.after(async () => {
    await listener.close()
    server.close()
  })
  const socket = connectTls({ host: outside, port, rejectUnauthorized: false })
  t.after(() => socket.destroy())
  socket.on('error', () => {}).write('-NOAUTH Authent')
  assert.equal(await next(socket), '-NOAUTH Authent')
  socket.write('ication required.\r\n')
  await withTimeout(once(socket, 'close'), 60_000, 'the end of the connection')
})

test('outside: from a network of applications no TLS is needed, and places of outsiders are left to them', async (t) => {
  const startup = packet(196_608, 'user\0ada\0\0')
  for (const [gate, login] of [
    [postgresqlGate, startup],
    [mysqlGate, handshake(0x0200, 60)],
    [redisGate(testAccess().tls), Buffer.from('AUTH secret\r\n')],
  ] as const) {
    const { visit, heard } = await openServer(t, gate, { maxPerSource: 1 }, ['127.0.0.3/32'])
    const held = [visit(login, '127.0.0.3'), visit(login, '127.0.0.3')]
    for (const socket of held) assert.match(await next(socket), /^(greeting|answer)/)
    await until(() => heard().equals(Buffer.concat([login, login])), {
      timeout: 300_000,
      what: 'both logins',
    })
    assert.match(await wholeOf(visit(login, '127.0.0.4')), /need TLS/)
  }
})

test('outside: a silent client is disconnected after the timeout', async (t) => {
  const more = { admissionTimeout: 50 }
  for (const gate of [postgresqlGate, mysqlGate, redisGate(testAccess().tls)]) {
    const { visit } = await openServer(t, gate, more)
    assert.match(await wholeOf(visit('')), /^(greeting)?$/)
  }
})

test('outside: connections are limited per source and in total, and a closed one frees its place', async (t) => {
  const { visit } = await openServer(t, postgresqlGate, { maxPerSource: 2, maxTotal: 3 })
  const [first, second] = [visit(tlsRequest), visit(tlsRequest)]
  for (const socket of [first, second]) assert.equal(await next(socket), 'answer')
  assert.equal(await wholeOf(visit(tlsRequest)), '', 'a third one of the same source')
  assert.equal(await next(visit(tlsRequest, '127.0.0.3')), 'answer')
  assert.equal(await wholeOf(visit(tlsRequest, '127.0.0.4')), '', 'a fourth one to the same server')
  first.destroy()
  const isBack = async () => {
    const socket = visit(tlsRequest)
    const answers = once(socket, 'data').then(() => true)
    return Promise.race([answers, once(socket, 'close').then(() => false)])
  }
  await until(isBack, { timeout: 300_000, what: 'room' })
})

test('outside: new connections of one source are rate limited', async (t) => {
  const rate = { perMinute: 1, burst: 3, maxKeys: 10 }
  const { visit } = await openServer(t, postgresqlGate, { rate })
  for (let count = 0; count < 3; count += 1) {
    const socket = visit(tlsRequest)
    assert.equal(await next(socket), 'answer')
    socket.destroy()
  }
  assert.equal(await wholeOf(visit(tlsRequest)), '')
  assert.equal(await next(visit(tlsRequest, '127.0.0.3')), 'answer')
})

test('outside: the connection to the server ends with that of the client', async (t) => {
  const { visit, sockets } = await openServer(t, postgresqlGate)
  const socket = visit(tlsRequest)
  await next(socket)
  socket.destroy()
  await until(() => sockets.size === 0, { timeout: 300_000, what: 'the end at the server' })
})

test('outside: a wildcard stands for the addresses of the machine except loopback and link-local ones', () => {
  const at = (address: string, family: 'IPv4' | 'IPv6', internal = false, scopeid = 0) =>
    ({ address, family, internal, scopeid, netmask: '', mac: '', cidr: null }) as never
  const interfaces = {
    lo: [at('127.0.0.1', 'IPv4', true), at('::1', 'IPv6', true)],
    eth0: [at('192.0.2.7', 'IPv4'), at('2001:db8::7', 'IPv6'), at('fe80::7', 'IPv6', false, 2)],
  }
  assert.deepEqual(addressesOf('0.0.0.0', interfaces), ['192.0.2.7'])
  assert.deepEqual(addressesOf('::', interfaces), ['192.0.2.7', '2001:db8::7'])
  assert.deepEqual(addressesOf('127.0.0.2', interfaces), ['127.0.0.2'])
})
