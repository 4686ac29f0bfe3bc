import assert from 'node:assert/strict'
import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import { PassThrough } from 'node:stream'
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
  stderr: PassThrough
  /** Ends the command. */
  end(code: number): void
}

/** The gateway, with sessions that run until they are told to end. */
async function openGateway() {
  const opened: Opened[] = []
  const bugs: unknown[] = []
  const stack = new AsyncDisposableStack()
  const shells = {
    async open(request: ShellRequest): Promise<InstanceSession> {
      const ended = Promise.withResolvers<number>()
      const [stdin, stdout, stderr] = [new PassThrough(), new PassThrough(), new PassThrough()]
      const end = (code: number) => {
        stdout.end()
        stderr.end()
        ended.resolve(code)
      }
      request.signal.addEventListener('abort', () => end(129))
      opened.push({ request, stderr, end })
      return { stdin, stdout, stderr, ended: ended.promise, resize() {}, sendSignal() {} }
    },
  }
  const reportBug = (error: unknown) => `${bugs.push(error)}`
  let provided = 0
  const provideFileServer = async () => {
    provided += 1
  }
  const front = {
    services: [shellOverSsh({ shells, idleTimeout: timeout, reportBug, provideFileServer })],
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
  async function connect(): Promise<ssh2.Client> {
    const client = stack.adopt(new ssh2.Client(), (each) => void each.destroy())
    client.connect({ host: '127.0.0.1', port, username: newId('app'), privateKey })
    await once(client, 'ready', { signal: AbortSignal.timeout(timeout) })
    client.on('error', () => {})
    return client
  }
  const provisions = () => provided
  return { opened, bugs, connect, provisions, [Symbol.asyncDispose]: () => stack.disposeAsync() }
}

const exec = (client: ssh2.Client, line: string) =>
  new Promise<ssh2.ClientChannel>((resolve, reject) =>
    client.exec(line, (error, channel) => (error ? reject(error) : resolve(channel))),
  )

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
