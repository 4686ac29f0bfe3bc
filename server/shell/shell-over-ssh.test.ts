import assert from 'node:assert/strict'
import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import { PassThrough, type Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { test } from 'node:test'
import ssh2 from 'ssh2'
import { createHostKey, createKeyPair } from '#git/host-key.ts'
import { createKeyedSlots } from '#kit/concurrency/keyed-slots.ts'
import { until } from '#kit/concurrency/timeout.ts'
import { ClientLimits } from '#kit/net/limits/client-limits.ts'
import { newId } from '#kit/text/ids.ts'
import type { InstanceSession } from '#platform/model/hosting/instances/instance-session.ts'
import type { ShellRequest } from '#platform/model/hosting/instances/shells.ts'
import type { Caller } from '#platform/model/identity/access/caller.ts'
import { everyRight } from '#platform/model/identity/access/rights.ts'
import { Refusal } from '#platform/model/refusal.ts'
import { sshListener } from '#ssh/ssh-listener.ts'
import { shellOverSsh } from './shell-over-ssh.ts'

const timeout = 60_000
const caller: Caller = {
  userId: newId('user'),
  credential: 'ssh key',
  credentialId: 'SHA256:key',
  rights: everyRight,
}

interface Opened {
  request: ShellRequest
  stdout: PassThrough
  stderr: PassThrough
  /** Ends the command. */
  end(code: number): void
}

/** The gateway, with sessions that run until they are told to end. */
async function openGateway() {
  const opened: Opened[] = []
  const bugs: unknown[] = []
  let looks = 0
  let isRevoked = false
  let refusal: Refusal | undefined
  const stack = new AsyncDisposableStack()
  const shells = {
    async open(request: ShellRequest): Promise<InstanceSession> {
      if (refusal) throw refusal
      const ended = Promise.withResolvers<number>()
      const [stdin, stdout, stderr] = [new PassThrough(), new PassThrough(), new PassThrough()]
      const end = (code: number) => {
        stdout.end()
        stderr.end()
        ended.resolve(code)
      }
      request.signal.addEventListener('abort', () => end(129))
      opened.push({ request, stdout, stderr, end })
      return { stdin, stdout, stderr, ended: ended.promise, resize() {}, sendSignal() {} }
    },
  }
  const reportBug = (error: unknown) => `${bugs.push(error)}`
  let provided = 0
  const provideFileServer = async () => {
    provided += 1
  }
  const front = {
    services: [
      shellOverSsh({
        shells,
        idleTimeout: timeout,
        lookEvery: 20,
        isRevoked: async () => {
          looks += 1
          return isRevoked
        },
        reportBug,
        provideFileServer,
      }),
    ],
    callerBySshKey: async () => caller,
    connections: createKeyedSlots(),
    connectionsPerUser: 8,
    reportBug,
  }
  const limits = new ClientLimits({ maxPerClient: 0 })
  const listener = sshListener(front, await createHostKey(), limits)
  const server = createServer((socket) => listener.receive(socket))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  stack.defer(() => {
    listener.close()
    server.close()
  })
  const privateKey = createKeyPair(ssh2, 'test').private
  const { port } = server.address() as AddressInfo
  async function connect(username: string = newId('app')): Promise<ssh2.Client> {
    const client = stack.adopt(new ssh2.Client(), (each) => void each.destroy())
    client.connect({ host: '127.0.0.1', port, username, privateKey })
    await once(client, 'ready', { signal: AbortSignal.timeout(timeout) })
    client.on('error', () => {})
    return client
  }
  const provisions = () => provided
  const refuse = (reason: Refusal) => {
    refusal = reason
  }
  const revoke = () => {
    isRevoked = true
  }
  const looked = () => looks
  return {
    opened,
    bugs,
    connect,
    refuse,
    revoke,
    looked,
    provisions,
    [Symbol.asyncDispose]: () => stack.disposeAsync(),
  }
}

const exec = (client: ssh2.Client, line: string, options: ssh2.ExecOptions = {}) =>
  new Promise<ssh2.ClientChannel>((resolve, reject) =>
    client.exec(line, options, (error, channel) => (error ? reject(error) : resolve(channel))),
  )

/** Both outputs of a channel until its end, as Latin-1. */
const outputs = async (channel: ssh2.ClientChannel) => {
  const read = async (stream: Readable) => (await buffer(stream)).toString('latin1')
  const [out, errors] = await Promise.all([read(channel), read(channel.stderr)])
  return { out, errors }
}

/** What the library sends for a channel, so that it can be told to send what it would not. */
function wireOf(client: ssh2.Client, channel: ssh2.ClientChannel) {
  const { _protocol: protocol } = client as unknown as {
    _protocol: {
      exec(id: number, command: string, wantReply: boolean): void
      env(id: number, name: string, value: string, wantReply: boolean): void
      channelClose(id: number): void
    }
  }
  const { outgoing } = channel as unknown as { outgoing: { id: number } }
  return { protocol, id: outgoing.id }
}

const firstOf = (opened: Opened[]) =>
  until(() => opened[0], { timeout, every: 5, what: 'a session' })
const isAborted = ({ request }: Opened) =>
  until(() => request.signal.aborted, { timeout, every: 5, what: 'the end of a session' })

test('shell over SSH: a transfer of files waits for its program, which a command does without', async () => {
  await using gateway = await openGateway()
  const client = await gateway.connect()
  await exec(client, 'true')
  const { end } = await firstOf(gateway.opened)
  assert.equal(gateway.provisions(), 0)
  client.sftp(() => {})
  await until(() => gateway.opened[1], { timeout, every: 5, what: 'the transfer' })
  assert.equal(gateway.provisions(), 1)
  end(0)
})

test('shell over SSH: a second command in the same session is left out, and harms nobody', async () => {
  await using gateway = await openGateway()
  const client = await gateway.connect()
  const channel = await exec(client, 'one')
  const { protocol, id } = wireOf(client, channel)
  for (const line of ['two', 'three']) protocol.exec(id, line, true)
  const first = await firstOf(gateway.opened)
  const ended = once(channel, 'exit')
  first.end(7)
  const [code] = await ended
  assert.equal(code, 7)
  assert.equal(gateway.opened.length, 1)
  await exec(await gateway.connect(), 'another')
  assert.deepEqual(gateway.bugs, [])
})

test('shell over SSH: what is said to a client that has vanished with unread errors is dropped', async () => {
  await using gateway = await openGateway()
  const client = await gateway.connect()
  await exec(client, 'one')
  const first = await firstOf(gateway.opened)
  // More than the window, of which the rest waits for the client.
  first.stderr.write(Buffer.alloc(12 * 1024 * 1024))
  await until(() => first.stderr.readableLength === 0, { timeout, every: 5, what: 'errors' })
  client.destroy()
  await isAborted(first)
  first.request.say('Deployment 2 replaces this instance.')
  await exec(await gateway.connect(), 'another')
  assert.deepEqual(gateway.bugs, [])
})

test('shell over SSH: a channel that is closed with input that nobody has read ends its session', async () => {
  await using gateway = await openGateway()
  const client = await gateway.connect()
  const channel = await exec(client, 'one')
  const first = await firstOf(gateway.opened)
  channel.write(Buffer.alloc(1024 * 1024))
  const { protocol, id } = wireOf(client, channel)
  protocol.channelClose(id)
  await isAborted(first)
})

test('shell over SSH: a session takes a few variables, however many a client sends', async () => {
  await using gateway = await openGateway()
  const client = await gateway.connect()
  const channel = await exec(client, 'one')
  const { protocol, id } = wireOf(client, channel)
  for (let count = 0; count < 500; count += 1) {
    const name = `LC_${count.toString(26).replaceAll(/./g, (digit) => String.fromCharCode(65 + Number.parseInt(digit, 26)))}`
    protocol.env(id, name, 'C', false)
  }
  protocol.env(id, 'LC_LAST', 'C', true)
  const first = await firstOf(gateway.opened)
  first.end(0)
  await once(channel.resume(), 'close')
  const names = Object.keys(first.request.environment ?? {})
  assert.ok(names.length > 1 && names.length <= 32, `${names.length}`)
})

test('shell over SSH: a connection has sixteen sessions at once, with and without a command', async () => {
  await using gateway = await openGateway()
  const client = await gateway.connect()
  const all = await Promise.allSettled(Array.from({ length: 60 }, () => exec(client, 'one')))
  const opened = all.flatMap((each) => (each.status === 'fulfilled' ? [each.value] : []))
  assert.equal(opened.length, 16)
  const [channel] = opened
  const first = await firstOf(gateway.opened)
  first.end(0)
  assert.ok(channel)
  await once(channel.resume(), 'close')
  await until(
    () =>
      exec(client, 'one').then(
        () => true,
        () => false,
      ),
    {
      timeout,
      every: 20,
      what: 'a free place',
    },
  )
})

test('shell over SSH: outputs are byte-exact, and sentences end with one line feed without a terminal', async () => {
  await using gateway = await openGateway()
  const bytes = Buffer.from([...Array(256).keys(), ...Buffer.from('\n\r\n\r\r\n\n')])
  const ends = { pipes: 'Off.\n', terminal: '\r\nOff.\r\n' }
  for (const [place, options] of [{}, { pty: true }].entries()) {
    const channel = await exec(await gateway.connect(), 'one', options)
    const said = outputs(channel)
    const { request, stdout, stderr, end } = await until(() => gateway.opened[place], {
      timeout,
      every: 5,
      what: 'a session',
    })
    stdout.write(bytes)
    stderr.write(bytes)
    await until(() => stderr.readableLength === 0, { timeout, every: 5, what: 'errors' })
    request.say('Off.', true)
    end(1)
    const { out, errors } = await said
    assert.equal(out, bytes.toString('latin1'))
    const expected = request.terminal ? ends.terminal : ends.pipes
    assert.equal(errors.replace(bytes.toString('latin1'), ''), expected)
  }
})

test('shell over SSH: a refusal is one line, and without a target as well', async () => {
  await using gateway = await openGateway()
  gateway.refuse(new Refusal('limited', 'You have 32 shells open already: close one first'))
  const client = await gateway.connect()
  const { errors } = await outputs(await exec(client, 'one'))
  assert.equal(errors, 'You have 32 shells open already: close one first.\n')
  const nowhere = await outputs(await exec(await gateway.connect('ssh'), 'id'))
  assert.match(nowhere.errors, /^Name an application .* does it for you\.\n$/)
})

test('shell over SSH: a client that reads nothing keeps no channel of a session that was ended, nor a forwarded port', async () => {
  await using gateway = await openGateway()
  const client = await gateway.connect()
  const channels = [
    await exec(client, 'one'),
    await new Promise<ssh2.ClientChannel>((resolve, reject) =>
      client.forwardOut('127.0.0.1', 1, '127.0.0.1', 8080, (error, channel) =>
        error ? reject(error) : resolve(channel),
      ),
    ),
  ]
  await until(() => gateway.opened.length === 2, { timeout, every: 5, what: 'two sessions' })
  for (const { request, stdout, end } of gateway.opened) {
    // More than the window.
    stdout.write(Buffer.alloc(12 * 1024 * 1024))
    request.say('Shells are off for this application: the session ends.', true)
    end(137)
  }
  const isClosed = (channel: ssh2.ClientChannel) =>
    (channel as unknown as { incoming: { state: string } }).incoming.state === 'closed'
  await until(() => channels.every(isClosed), { timeout, every: 50, what: 'the end of channels' })
})

test('shell over SSH: a connection whose key has ended is closed with its last channel, and gets no other', async () => {
  await using gateway = await openGateway()
  const client = await gateway.connect()
  await exec(client, 'one')
  const first = await firstOf(gateway.opened)
  gateway.refuse(new Refusal('unauthenticated', 'Your login has expired or was revoked'))
  const { errors } = await outputs(await exec(client, 'two'))
  assert.match(errors, /revoked/)
  await assert.rejects(exec(client, 'three'))
  const closed = once(client, 'close', { signal: AbortSignal.timeout(timeout) })
  first.end(0)
  await closed
})

test('shell over SSH: a connection that waits for a forwarded port stays, until its key ends', async () => {
  await using gateway = await openGateway()
  const client = await gateway.connect()
  let isClosed = false
  client.on('close', () => {
    isClosed = true
  })
  await until(() => gateway.looked() > 5, { timeout, every: 5, what: 'looks' })
  assert.equal(isClosed, false)
  const channel = await exec(client, 'one')
  const first = await firstOf(gateway.opened)
  gateway.revoke()
  first.end(0)
  await once(channel.resume(), 'close')
  await until(() => isClosed, { timeout, every: 5, what: 'the end of the connection' })
})

/** Messages of RFC 4254 whose fields lie, end too early, or name what is not there. */
const malformed = (channel: number): Buffer[] => {
  const number = (value: number) => {
    const bytes = Buffer.alloc(4)
    bytes.writeUInt32BE(value)
    return bytes
  }
  const name = (word: string) => Buffer.concat([number(word.length), Buffer.from(word)])
  const message = (type: number, ...parts: Buffer[]) => Buffer.concat([Buffer.of(type), ...parts])
  const most = number(2 ** 32 - 1)
  const [yes, no] = [Buffer.of(1), Buffer.of(0)]
  const request = (...parts: Buffer[]) => message(98, number(channel), ...parts)
  return [
    request(),
    request(most),
    request(name('pty-req'), yes, most),
    request(name('pty-req'), yes, name('x'), most, most, most, most, name('\xff'.repeat(5000))),
    request(name('window-change'), no, most),
    request(name('signal'), no, name('SIG'.repeat(10_000))),
    request(name('env'), yes, name('LANG'), most, Buffer.alloc(30)),
    request(name('exec'), yes, number(2 ** 31), Buffer.from('id')),
    request(name('subsystem'), yes, name('../../sh')),
    request(name('x11-req'), yes, no, name(''), name(''), most),
    request(name('auth-agent-req@openssh.com'), yes),
    request(name('exit-status'), no, most),
    message(98, most, name('shell'), yes),
    message(90, name('session'), most, most, most),
    message(
      90,
      name('direct-tcpip'),
      number(9),
      most,
      number(0),
      name('::1'),
      most,
      name('x'),
      most,
    ),
    message(90, name('direct-streamlocal@openssh.com'), number(9), most, most, name('/run/x')),
    message(90, name('rubbish'), number(9)),
    message(93, number(channel), most),
    message(94, most, name('x')),
    message(95, number(channel), most, most),
    message(97, most),
    message(80, name('tcpip-forward'), yes, name('0.0.0.0'), number(22)),
    message(80, name('streamlocal-forward@openssh.com'), yes, name('/run/x')),
    message(192, most),
    message(20, Buffer.alloc(16)),
    Buffer.of(255),
  ]
}

test('shell over SSH: malformed messages end at most the connection that sends them', async () => {
  await using gateway = await openGateway()
  const bystander = await exec(await gateway.connect(), 'bystander')
  const [held] = [await firstOf(gateway.opened)]
  for (const payload of malformed(0)) {
    const client = await gateway.connect()
    const channel = await exec(client, 'one')
    channel.on('error', () => {})
    sendRaw(client, payload)
    // The answer to this, or the end of the connection, comes after the message was read.
    await exec(client, 'two').catch(() => {})
    client.destroy()
  }
  assert.equal(held.request.signal.aborted, false)
  held.end(5)
  const [code] = await once(bystander.resume(), 'exit')
  assert.equal(code, 5)
  assert.deepEqual(gateway.bugs, [])
})

/** Sends a message as it is. */
function sendRaw(client: ssh2.Client, payload: Buffer): void {
  const { _protocol: protocol } = client as unknown as {
    _protocol: {
      _packetRW: {
        write: { allocStart: number; alloc(size: number): Buffer; finalize(packet: Buffer): Buffer }
      }
      _cipher: { encrypt(packet: Buffer): void }
    }
  }
  const { write } = protocol._packetRW
  const packet = write.alloc(payload.length)
  payload.copy(packet, write.allocStart)
  protocol._cipher.encrypt(write.finalize(packet))
}
