import assert from 'node:assert/strict'
import { createHash, randomBytes } from 'node:crypto'
import { once } from 'node:events'
import {
  Agent,
  createServer as createHttpServer,
  request as httpRequest,
  type ServerResponse,
} from 'node:http'
import {
  createServer as createHttpsServer,
  Agent as HttpsAgent,
  request as httpsRequest,
} from 'node:https'
import { connect, type Socket } from 'node:net'
import { after, before, test } from 'node:test'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { createConnectionLimit } from '#kit/concurrency/connection-limit.ts'
import { until, withTimeout } from '#kit/concurrency/timeout.ts'
import { createAuthority, issueCertificate } from '#kit/crypto/x509.ts'
import { connectionOf } from './connection-facts.ts'
import { ClientLimits } from './limits/client-limits.ts'
import { openProtocolMux, type ProtocolMux, type ProtocolMuxOptions } from './protocol-mux.ts'

const authority = createAuthority('Berth of a test')
const identity = issueCertificate(authority, ['localhost'])

function receivers() {
  const options = { cert: identity.certificate, key: identity.key }
  const servers = { onHttp: createHttpServer(), onTls: createHttpsServer(options) }
  for (const [name, server] of Object.entries(servers)) {
    server.on('request', (request, response) => {
      if (request.url === '/slow') return void setTimeout(() => response.end('slow'), 200)
      const hash = createHash('sha256')
      request.on('data', (chunk: Buffer) => hash.update(chunk))
      request.on('end', () => response.end(`${name} ${request.method} ${hash.digest('hex')}`))
    })
    server.on('upgrade', (_, socket) => {
      socket.write(
        'HTTP/1.1 101 Switching Protocols\r\nConnection: upgrade\r\nUpgrade: echo\r\n\r\n',
      )
      socket.pipe(socket)
    })
  }
  return servers
}

const open = (options: Partial<ProtocolMuxOptions> = {}) =>
  openProtocolMux({ host: '127.0.0.1', port: 0, ...options })

const greet = (socket: Socket) => {
  socket.on('data', (chunk) => socket.write(`heard ${chunk}`))
  socket.write('SSH-2.0-test\r\n')
}

let listener: ProtocolMux
before(async () => {
  // Long enough that on a busy machine a slow TLS client is not taken for SSH.
  listener = await open({
    ...receivers(),
    onSsh: greet,
    silence: 10_000,
    firstBytesTimeout: 60_000,
  })
})
after(() => listener.close(0))

async function ask(secure: boolean, options: object, body?: Buffer | string): Promise<string> {
  const request = secure
    ? httpsRequest({
        port: listener.port,
        host: 'localhost',
        ca: authority.certificate,
        ...options,
      })
    : httpRequest({ port: listener.port, host: '127.0.0.1', ...options })
  request.end(body)
  const [response] = await once(request, 'response')
  response.setEncoding('utf8')
  let text = ''
  for await (const chunk of response) text += chunk
  return text
}

const sha = (text: string | Buffer) => createHash('sha256').update(text).digest('hex')

async function raw(bytes: string, until: RegExp, port = listener.port): Promise<string> {
  const socket = connect(port, '127.0.0.1')
  socket.setEncoding('latin1')
  if (bytes) socket.write(bytes)
  let heard = ''
  const done = (async () => {
    for await (const chunk of socket) {
      heard += chunk
      if (until.test(heard)) break
    }
    return heard
  })()
  return await withTimeout(done, 60_000, 'an answer')
}

test('protocol mux: serves plain HTTP and both versions of TLS on the same port', async () => {
  assert.equal(await ask(false, { agent: false }), `onHttp GET ${sha('')}`)
  for (const version of ['TLSv1.2', 'TLSv1.3']) {
    const versions = { minVersion: version, maxVersion: version, agent: false }
    assert.equal(await ask(true, versions), `onTls GET ${sha('')}`)
  }
})

test('protocol mux: creates a server at its first connection, once', async () => {
  let made = 0
  const lazy = await open({
    onHttp: () => {
      made += 1
      return receivers().onHttp
    },
  })
  assert.equal(made, 0)
  for (let n = 0; n < 3; n += 1) await ask(false, { port: lazy.port, agent: false })
  assert.equal(made, 1)
  await lazy.close()
})

test('protocol mux: large uploads arrive completely', async () => {
  const body = randomBytes(8 * 1024 * 1024)
  for (const secure of [false, true]) {
    const answer = await ask(secure, { method: 'PUT', agent: false }, body)
    assert.equal(answer, `${secure ? 'onTls' : 'onHttp'} PUT ${sha(body)}`)
  }
})

test('protocol mux: a keep-alive connection serves many requests', async () => {
  for (const [secure, agent] of [
    [false, new Agent({ keepAlive: true, maxSockets: 1 })],
    [true, new HttpsAgent({ keepAlive: true, maxSockets: 1 })],
  ] as const) {
    const ports = new Set<number | undefined>()
    agent.on('free', (socket: Socket) => ports.add(socket.localPort))
    for (const body of ['one', 'two', 'three']) {
      const answer = await ask(secure, { method: 'POST', agent }, body)
      assert.equal(answer, `${secure ? 'onTls' : 'onHttp'} POST ${sha(body)}`)
    }
    assert.equal(ports.size, 1)
    agent.destroy()
  }
})

test('protocol mux: an upgraded connection carries bytes both ways', async () => {
  for (const secure of [false, true]) {
    const headers = { connection: 'upgrade', upgrade: 'echo' }
    const request = secure
      ? httpsRequest({ port: listener.port, host: 'localhost', ca: authority.certificate, headers })
      : httpRequest({ port: listener.port, host: '127.0.0.1', headers })
    request.end()
    const [, socket] = (await once(request, 'upgrade')) as [unknown, Socket]
    socket.write('there and back')
    const [chunk] = await once(socket, 'data')
    assert.equal(String(chunk), 'there and back')
    socket.destroy()
  }
})

test('protocol mux: a request that arrives byte by byte is detected', async () => {
  const socket = connect({ port: listener.port, host: '127.0.0.1', noDelay: true })
  await once(socket, 'connect')
  for (const byte of 'SEARCH / HTTP/1.1\r\nHost: a\r\n\r\n') {
    await new Promise((written) => socket.write(byte, written))
  }
  const [answer] = await once(socket, 'data')
  assert.match(String(answer), /200 OK[\s\S]*onHttp SEARCH/)
  socket.destroy()
})

test('protocol mux: SSH is detected by its greeting, or by silence', async () => {
  assert.match(await raw('SSH-2.0-eager\r\n', /heard/), /^SSH-2.0-test\r\nheard SSH-2.0-eager/)
  const impatient = await open({ ...receivers(), onSsh: greet, silence: 1 })
  try {
    assert.match(await raw('', /SSH-2.0-test/, impatient.port), /^SSH-2.0-test/)
  } finally {
    await impatient.close(0)
  }
})

test('protocol mux: bytes that arrived while the process was busy count, although the time for them is over', async () => {
  const impatient = await open({ ...receivers(), onSsh: greet, silence: 20, firstBytesTimeout: 30 })
  const socket = connect(impatient.port, '127.0.0.1')
  try {
    await once(socket, 'connect')
    await nextTurn()
    socket.write('GET / HTTP/1.1\r\nHost: a\r\n\r\n')
    const end = performance.now() + 60
    while (performance.now() < end);
    const [answer] = await once(socket, 'data')
    assert.match(String(answer), /^HTTP\/1.1 200 OK/)
  } finally {
    socket.destroy()
    await impatient.close(0)
  }
})

test('protocol mux: time in which the machine stood still does not count as silence of a client', async () => {
  const impatient = await open({ ...receivers(), onSsh: greet, silence: 50 })
  const socket = connect(impatient.port, '127.0.0.1')
  try {
    await once(socket, 'connect')
    await nextTurn()
    const end = performance.now() + 300
    while (performance.now() < end);
    // The timer is due; one turn later its callback has run.
    await nextTurn()
    await nextTurn()
    socket.write('GET / HTTP/1.1\r\nHost: a\r\n\r\n')
    const [answer] = await once(socket, 'data')
    assert.match(String(answer), /^HTTP\/1.1 200 OK/)
  } finally {
    socket.destroy()
    await impatient.close(0)
  }
})

test('protocol mux: a connection with an unknown protocol, or silent for too long, is closed', async () => {
  assert.equal(await raw('\x00\x01\x02', /./), '')
  const narrow = await open({ onTls: receivers().onTls, firstBytesTimeout: 50 })
  assert.equal(await raw('GET / HTTP/1.1\r\n\r\n', /./, narrow.port), '')
  assert.equal(await raw('', /./, narrow.port), '')
  assert.equal(await raw('SS', /./, narrow.port), '')
  await narrow.close()
})

test('protocol mux: a port in use is an error with its code', async () => {
  await assert.rejects(open({ port: listener.port }), { code: 'EADDRINUSE' })
})

test('protocol mux: close ends idle connections, waits for requests in flight, and accepts no more', async () => {
  for (const secure of [false, true]) {
    const servers = receivers()
    const closing = await open(servers)
    const agent = secure ? new HttpsAgent({ keepAlive: true }) : new Agent({ keepAlive: true })
    const at = { port: closing.port, agent }
    await ask(secure, at)
    const silent = connect(closing.port, '127.0.0.1')
    await once(silent, 'connect')
    const arrived = once(secure ? servers.onTls : servers.onHttp, 'request')
    const underWay = ask(secure, { ...at, path: '/slow', agent: false })
    await arrived
    await closing.close()
    assert.equal(await underWay, 'slow')
    await assert.rejects(ask(secure, { ...at, agent: false }), { code: 'ECONNREFUSED' })
    agent.destroy()
    silent.destroy()
  }
})

test('protocol mux: close answers a request that had arrived on an idle connection, and that nobody had read', async () => {
  const closing = await open(receivers())
  const get = 'GET / HTTP/1.1\r\nhost: localhost\r\n\r\n'
  const visitor = await stay(closing.port, get)
  await once(visitor, 'data')
  visitor.write(get)
  const closed = closing.close()
  const [answer] = await once(visitor, 'data')
  assert.match(String(answer), /^HTTP\/1\.1 200 /)
  await closed
})

test('protocol mux: close ends requests in flight after the timeout', async () => {
  const servers = receivers()
  const closing = await open(servers)
  const headers = { connection: 'upgrade', upgrade: 'echo' }
  const request = httpRequest({ port: closing.port, host: '127.0.0.1', headers }).end()
  const [, socket] = (await once(request, 'upgrade')) as [unknown, Socket]
  const ended = once(socket.resume(), 'close')
  await withTimeout(closing.close(20), 60_000, 'closing')
  await ended
})

const limitedTo = (max: number) =>
  new ClientLimits({ maxPerClient: 0, total: createConnectionLimit(max) })

/** A connection that sends these bytes and stays open. */
async function stay(port: number, bytes = '', localAddress = '127.0.0.1'): Promise<Socket> {
  const socket = connect({ port, host: '127.0.0.1', localAddress }).on('error', () => {})
  await once(socket, 'connect')
  socket.write(bytes)
  return socket
}

test('protocol mux: at the limit the longest silent connection is closed, and the new one served', async () => {
  const { port, close } = await open({ ...receivers(), clients: limitedTo(3) })
  const silent = [await stay(port), await stay(port), await stay(port)]
  const ended = once(silent[0] as Socket, 'close')
  const socket = await stay(port, 'GET / HTTP/1.1\r\nHost: x\r\n\r\n', '127.0.0.2')
  const [answer] = await once(socket, 'data')
  assert.match(String(answer), /^HTTP\/1\.1 200/)
  await ended
  assert.deepEqual(
    silent.map(({ closed }) => closed),
    [true, false, false],
  )
  for (const each of [...silent, socket]) each.destroy()
  await close(0)
})

test('protocol mux: at the limit with only active connections a new one is rejected, until one ends', async () => {
  const { onHttp } = receivers()
  const answers: ServerResponse[] = []
  const clients = limitedTo(2)
  onHttp.removeAllListeners('request').on('request', (request, response) => {
    const counted = clients.begin(connectionOf(request.socket))
    counted?.hold()
    response.on('close', () => counted?.end())
    answers.push(response)
  })
  const port = await open({ onHttp, clients })
  const request = 'GET / HTTP/1.1\r\nHost: x\r\n\r\n'
  const busy = [await stay(port.port, request), await stay(port.port, request)]
  await until(() => answers.length === 2, { timeout: 300_000, what: 'two requests' })
  const refused = await stay(port.port, request)
  await once(refused, 'close')
  assert.equal(answers.length, 2)

  answers[0]?.end('at last')
  await once(busy[0] as Socket, 'data')
  // The now idle connection is closed for the next client, which may have to retry.
  const wait = { timeout: 300_000, what: 'the request' }
  const again = await until(
    async () => {
      const again = await stay(port.port, request)
      await Promise.race([once(again, 'close'), until(() => answers.length === 3, wait)])
      return answers.length === 3 && again
    },
    { timeout: 300_000, what: 'a connection that is taken' },
  )
  for (const each of [...busy, again]) each.destroy()
  await port.close(0)
})
