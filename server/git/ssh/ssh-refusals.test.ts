import assert from 'node:assert/strict'
import { once } from 'node:events'
import { readdir, readFile } from 'node:fs/promises'
import { connect } from 'node:net'
import { join } from 'node:path'
import { test } from 'node:test'
import { fixtureFor, generousLimits } from '#git/fixture.contract.ts'
import { createKeyPair } from '#git/host-key.ts'
import { until, withTimeout } from '#kit/concurrency/timeout.ts'
import { run } from '#kit/process/subprocess.ts'

// Few, because a server disconnects idle clients, and a slow machine needs seconds for many logins.
const connectionsPerUser = 6
const fixture = fixtureFor({ limits: { ...generousLimits, connectionsPerUser } })
const { platform } = fixture

test('SSH: any command other than git is refused with a message', async () => {
  const application = platform.newApplication()
  const mark = join(fixture.folder, 'mark')
  const hostile = [
    'ls',
    `git-receive-pack '${application}.git'; touch ${mark}`,
    `git-receive-pack '${application}.git' && touch ${mark}`,
    `git-receive-pack "$(touch ${mark})"`,
    `git-receive-pack \`touch ${mark}\``,
    `git-receive-pack '../${application}.git'`,
    `git-receive-pack '/../../${application}.git'`,
    `git-receive-pack '${application}.git/../${application}.git'`,
    "git-receive-pack '/etc'",
    `git-receive-pack --advertise-refs '${application}.git'`,
    `git-upload-pack --exec=touch '${application}.git'`,
    `git -c core.sshCommand=touch receive-pack '${application}.git'`,
    `git-upload-archive '${application}.git'`,
    `git-receive-pack '${application}.git'\ntouch ${mark}`,
    `git-receive-pack '${application.toUpperCase()}.git'`,
    `git-receive-pack '${'a'.repeat(10_000)}.git'`,
    'scp -t /tmp',
    '/usr/lib/openssh/sftp-server',
  ]
  for (const command of hostile) {
    const { code, stdout, stderr } = await fixture.ssh([command])
    assert.equal(code, 1, command)
    assert.equal(stdout, '')
    assert.equal(stderr, 'Only git push, git fetch and git clone are available.\r\n')
  }
  assert.ok(!(await readdir(fixture.folder)).includes('mark'))
})

test('SSH: shell, terminal, subsystems and forwarding are refused', async () => {
  const shell = await fixture.ssh(['-T'])
  assert.equal(shell.code, 1)
  assert.match(shell.stderr, /^Only git push, git fetch and git clone/)
  const terminal = await fixture.ssh(['-tt'])
  assert.equal(terminal.code, 255)
  assert.match(terminal.stderr, /PTY allocation request failed/)
  const subsystem = await fixture.ssh(['-s', 'sftp'])
  assert.equal(subsystem.code, 255)
  assert.match(subsystem.stderr, /subsystem request failed/)
  const forward = await fixture.ssh(['-o', 'ExitOnForwardFailure=yes', '-R', '0:127.0.0.1:1', 'ls'])
  assert.equal(forward.code, 255)
  const through = await fixture.ssh(['-W', `127.0.0.1:${fixture.port}`])
  assert.equal(through.code, 255)
  assert.match(through.stderr, /stdio forwarding failed/)
})

test('SSH: both spellings of the git command are accepted', async () => {
  const application = platform.newApplication()
  for (const verb of [
    'git-receive-pack',
    'git receive-pack',
    'git-upload-pack',
    'git upload-pack',
  ]) {
    for (const path of [`'${application}.git'`, `'/${application}.git'`, `/${application}.git`]) {
      const { stdout } = await fixture.ssh(['-n', `${verb} ${path}`])
      assert.match(stdout, /^0[0-9a-f]{3}/, `${verb} ${path}`)
    }
  }
})

test('SSH: only user git can log in, and not with a password', async () => {
  const options = ['-F', '/dev/null', '-o', 'BatchMode=yes', '-o', 'StrictHostKeyChecking=no']
  const target = ['-o', 'UserKnownHostsFile=/dev/null', '-p', String(fixture.port)]
  const key = ['-i', join(fixture.folder, 'ann'), '-o', 'IdentitiesOnly=yes']
  const { code, stderr } = await run(
    ['ssh', ...options, ...target, ...key, 'root@127.0.0.1', 'ls'],
    {
      timeout: 300_000,
    },
  )
  assert.equal(code, 255)
  assert.match(stderr, /Permission denied \(publickey\)/)
})

test('SSH: keys of every supported type are accepted', async () => {
  const application = platform.newApplication()
  for (const [type, bits] of [
    ['ecdsa', '256'],
    ['ecdsa', '384'],
    ['ecdsa', '521'],
    ['rsa', '2048'],
    ['ed25519', '256'],
  ] as const) {
    await fixture.addKey('ann', type, bits)
    const listed = await fixture.git(fixture.folder, ['ls-remote', fixture.url('ssh', application)])
    assert.equal(listed.code, 0, `${type}: ${listed.stderr}`)
  }
})

test('SSH: a public key without its signature is refused', async () => {
  const claimed = platform.keys.get('ann')
  assert.ok(claimed)
  const asked: Buffer[] = []
  const { callerBySshKey } = platform.backend
  platform.backend.callerBySshKey = (key) => {
    asked.push(key)
    return callerBySshKey(key)
  }
  const { default: ssh2 } = await import('ssh2')
  const other = ssh2.utils.parseKey(createKeyPair(ssh2, 'test').private)
  assert.ok(!(other instanceof Error))
  const forged = Object.create(other, { getPublicSSH: { value: () => claimed } })
  const client = new ssh2.Client()
  const outcome = new Promise<string>((resolve) => {
    client.on('ready', () => resolve('logged in'))
    client.on('error', (error) => resolve(error.message))
  })
  client.connect({
    host: '127.0.0.1',
    port: fixture.port,
    username: 'git',
    authHandler: [{ type: 'publickey', username: 'git', key: forged } as never],
  })
  assert.match(await withTimeout(outcome, 60_000, 'the login'), /authentication methods failed/)
  client.end()
  // Twice: the query whether the key is acceptable, then the signature.
  assert.equal(asked.filter((key) => key.equals(claimed)).length, 2)
})

test('SSH: the number of connections per user is limited, and a closed one frees its slot', async () => {
  // Connections of Ann from the tests before may still be closing.
  const privateKey = await readFile(join(fixture.folder, 'bob'), 'utf8')
  const { default: ssh2 } = await import('ssh2')
  await using clients = new AsyncDisposableStack()
  /** Logs in and sends a command that is refused with a message, which only a served client gets. */
  const enter = async () => {
    const client = clients.adopt(new ssh2.Client(), (each) => void each.destroy())
    const { promise, resolve } = Promise.withResolvers<'served' | 'sent away'>()
    client.on('error', () => {})
    client.on('close', () => resolve('sent away'))
    client.on('ready', () =>
      client.exec('ls', (error, channel) => {
        if (error) return
        channel.on('exit', () => resolve('served'))
        channel.resume()
      }),
    )
    client.connect({ host: '127.0.0.1', port: fixture.port, username: 'git', privateKey })
    return { client, outcome: await withTimeout(promise, 60_000, 'an answer') }
  }
  const first = await enter()
  assert.equal(first.outcome, 'served')
  for (let entered = 1; entered < connectionsPerUser; entered += 1)
    assert.equal((await enter()).outcome, 'served')
  assert.equal((await enter()).outcome, 'sent away')
  first.client.destroy()
  const isServed = async () => (await enter()).outcome === 'served'
  await until(isServed, { timeout: 300_000, what: 'a free connection' })
})

test('SSH: a second command in the same session is left out, and harms nobody', async () => {
  const privateKey = await readFile(join(fixture.folder, 'ann'), 'utf8')
  const { default: ssh2 } = await import('ssh2')
  await using clients = new AsyncDisposableStack()
  const client = clients.adopt(new ssh2.Client(), (each) => void each.destroy())
  client.on('error', () => {})
  const { promise: ended, resolve } = Promise.withResolvers<void>()
  client.on('close', () => resolve())
  client.on('ready', () =>
    client.exec('one', (error, channel) => {
      if (error) return resolve()
      const { _protocol: protocol } = client as unknown as {
        _protocol: { exec(id: number, command: string, wantReply: boolean): void }
      }
      const { outgoing } = channel as unknown as { outgoing: { id: number } }
      for (const line of ['two', 'three']) protocol.exec(outgoing.id, line, true)
      channel.on('close', () => resolve()).resume()
    }),
  )
  client.connect({ host: '127.0.0.1', port: fixture.port, username: 'git', privateKey })
  await withTimeout(ended, 60_000, 'the end of a session')
  const application = platform.newApplication()
  assert.deepEqual(await fixture.refsOf('ssh', application), [])
})

test('SSH: too many attempts end the connection', async () => {
  const { default: ssh2 } = await import('ssh2')
  const keys = Array.from({ length: 30 }, () => createKeyPair(ssh2, 'test').private)
  let tried = 0
  const client = new ssh2.Client()
  const ended = new Promise<void>((resolve) => client.on('close', () => resolve()))
  client.on('error', () => {})
  client.connect({
    host: '127.0.0.1',
    port: fixture.port,
    username: 'git',
    authHandler: (_methods, _partial, next) => {
      const key = keys[tried]
      tried += 1
      const attempt = key ? { type: 'publickey', username: 'git', key } : false
      next(attempt as never)
    },
  })
  await withTimeout(ended, 60_000, 'the end of the connection')
  assert.ok(tried <= 11, String(tried))
})

test('SSH: garbage instead of a greeting ends only its connection', async () => {
  const socket = connect(fixture.port, '127.0.0.1')
  socket.on('error', () => {})
  socket.write('SSH-2.0-x\r\n')
  socket.write(Buffer.alloc(100_000, 7))
  socket.resume()
  await withTimeout(new Promise((resolve) => socket.on('close', resolve)), 60_000, 'the end')
  const application = platform.newApplication()
  assert.deepEqual(await fixture.refsOf('ssh', application), [])
})

test('SSH: clients of other addresses that never log in keep nobody out', async () => {
  using ending = new DisposableStack()
  for (let count = 0; count < 80; count += 1) {
    const localAddress = `127.0.0.${2 + (count % 4)}`
    const socket = connect({ port: fixture.port, host: '127.0.0.1', localAddress })
    ending.defer(() => socket.destroy())
    socket.on('error', () => {}).resume()
    await once(socket, 'connect')
    socket.write('SSH-2.0-silent\r\n')
  }
  const application = platform.newApplication()
  const url = fixture.url('ssh', application)
  const { code, stderr } = await fixture.git(fixture.folder, ['ls-remote', url])
  assert.equal(code, 0, stderr)
})
