import assert from 'node:assert/strict'
import { once } from 'node:events'
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { connect as connectTo } from 'node:net'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import ssh2 from 'ssh2'
import { until, withTimeout } from '#kit/concurrency/timeout.ts'
import { freePort } from '#kit/net/free-port.ts'
import { PushedApplication, webServer } from '#tests/support/applications/pushed-application.ts'
import { ShellClient } from '#tests/support/applications/shell-client.ts'
import { TestBerth } from '#tests/support/platform/berth.ts'

const timeout = 120_000
const server = `process.on('SIGTERM', () => process.exit(0))\n${webServer('hello')['server.js']}`

describe('bad input of shells', () => {
  let berth: TestBerth
  let application: PushedApplication
  let client: ShellClient
  const at = () => `${application.record.id}@${client.host}`
  before(async () => {
    berth = await TestBerth.lease()
    application = await PushedApplication.create(berth, 'abused')
    assert.equal((await application.deploy(webServer('hello'))).state, 'OK')
    client = await ShellClient.of(application)
  })
  after(() => berth[Symbol.asyncDispose]())

  const run = async (line: string, input?: string) => client.ssh([at(), line], input)

  /** A connection of the library, which sends what no program would. */
  async function connect(username = application.record.id): Promise<ssh2.Client> {
    const library = new ssh2.Client()
    const privateKey = await client.key()
    library.connect({ host: client.host, port: Number(client.port), username, privateKey })
    const late = AbortSignal.timeout(timeout)
    await once(library, 'ready', { signal: late })
    library.on('error', () => {})
    return library
  }

  /** Waits until no process of the instance has this word in its command line. */
  const isGone = (word: string) =>
    until(
      async () =>
        (await run(`ps ax -o args | grep -c '[${word[0]}]${word.slice(1)}'`)).stdout === '0\n',
      {
        timeout,
        every: 500,
        what: `the end of ${word}`,
      },
    )

  test('a command that prints for ever stops with its client, and the platform answers meanwhile', async () => {
    const shell = client.start([at(), 'exec -a flooder yes'])
    await shell.shows(/y/)
    shell.child.stdout?.pause()
    await berth.client.platform.addresses()
    shell.child.kill()
    await isGone('flooder')
  })

  test('a client that vanishes takes a command with it that ignores signals', async () => {
    const shell = client.start([
      at(),
      'trap "" HUP TERM INT; echo up; while :; do sleep 0.21; done',
    ])
    await shell.shows(/up/)
    shell.child.kill('SIGKILL')
    await isGone('sleep 0.21')
  })

  test('of a hundred sessions no more than sixteen are opened, and others can be later', async () => {
    const all = await Promise.all(
      Array.from({ length: 100 }, () => client.ssh([at(), 'echo in; sleep 1'])),
    )
    assert.ok(all.some(({ stdout }) => stdout === 'in\n'))
    for (const { stdout, stderr, code } of all) {
      if (code === 0) assert.equal(stdout, 'in\n')
      else if (code === 1) assert.match(stderr, /16 shells are open/)
      else assert.equal(code, 255)
    }
    assert.equal((await run('echo again')).stdout, 'again\n')
  })

  test('a command of a megabyte, odd sizes of windows, variables and terminals do no harm', async () => {
    const long = await connect()
    await withTimeout(
      new Promise<void>((resolve) => {
        long.on('close', () => resolve())
        long.exec('x'.repeat(1024 * 1024), (error, channel) => {
          if (error) return resolve()
          channel.on('close', () => resolve()).resume()
        })
      }),
      timeout,
      'the end of a long command',
    )
    long.end()
    const library = await connect()
    const sizes = await new Promise<string>((resolve, reject) => {
      const pty = { term: '../../x', cols: 0, rows: 2 ** 32 - 1, width: 0, height: 0 }
      library.exec('stty size; echo $TERM; read line', { pty }, (error, channel) => {
        if (error) return reject(error)
        let out = ''
        channel.setWindow(2 ** 32 - 1, 0, 0, 0)
        channel.on('data', (bytes: Buffer) => {
          out += bytes
          if (/dumb/.test(out)) channel.write(Buffer.from([0, 255, 27, 91, 128, 10, 13]))
        })
        channel.on('close', () => resolve(out))
      })
    })
    assert.match(sizes, /^24 80\r\ndumb\r\n/)
    library.end()
    const setting = 'SetEnv=LD_PRELOAD=/tmp/x.so'
    const ran = await client.ssh(['-o', setting, at(), 'echo "$LD_PRELOAD."'])
    assert.equal(ran.stdout, '.\n')
  })

  test('a user name that is no id, and one of another application, get no shell', async () => {
    for (const user of ['../etc', 'app_x', `${application.record.id}/..`])
      await assert.rejects(connect(user))
    const other = application.record.id.replace(/.$/, (last) => (last === '0' ? '1' : '0'))
    const ran = await client.ssh([`${other}@${client.host}`, 'id'])
    assert.match(ran.stderr, /There is no application or instance/)
  })

  test('agents, ports of the client and sockets are refused', async () => {
    const forwarded = await client.ssh([
      '-o',
      'ExitOnForwardFailure=yes',
      '-R',
      '0:127.0.0.1:22',
      at(),
      'id',
    ])
    assert.match(forwarded.stderr, /forwarding failed/)
    assert.equal((await client.ssh(['-A', at(), 'echo "$SSH_AUTH_SOCK."'])).stdout, '.\n')
  })

  test('a forwarded connection ends where shells are switched off, and no other begins', async () => {
    const [port, echo] = [await freePort(), 9000]
    const forward = client.start(['-N', '-L', `${port}:127.0.0.1:${echo}`, at()])
    const listener = client.start([
      at(),
      `exec perl -MIO::Socket::INET -e '$| = 1; $l = IO::Socket::INET->new(Listen => 9, LocalAddr => "127.0.0.1:${echo}") or die; print "up"; while ($c = $l->accept) { fork or do { print $c $_ while <$c>; exit } }'`,
    ])
    await listener.shows(/up/)
    const open = async () => {
      const socket = connectTo({ host: '127.0.0.1', port })
      socket.on('error', () => {})
      socket.write('there and back\n')
      const [answer] = await once(socket, 'data').catch(() => [undefined])
      return answer === undefined ? undefined : { socket, answer: String(answer) }
    }
    const opened = await until(() => open(), { timeout, every: 200, what: 'a connection' })
    assert.equal(opened.answer, 'there and back\n')
    const ended = once(opened.socket, 'close', { signal: AbortSignal.timeout(timeout) })
    await application.ok('ssh', 'off')
    await ended
    assert.notEqual(await listener.ended(), 0)
    const refused = connectTo({ host: '127.0.0.1', port }).on('error', () => {})
    refused.on('data', () => assert.fail('it was forwarded')).write('x')
    await once(refused, 'close', { signal: AbortSignal.timeout(timeout) })
    await application.ok('ssh', 'on')
    forward.child.kill()
  })

  test('files with any name go in and out as they are', async () => {
    const names = [
      '-rf',
      'new\nline',
      `qu'o"te`,
      '$(touch pwned)',
      '`id`',
      '*',
      ' lead',
      'x'.repeat(255),
    ]
    names.push('\u001b[31mred', '..dots', '%s%n', 'back\\slash', '{a,b}', '[x]', 'ü', '\u202etxt')
    const folder = join(client.folder, 'odd')
    await mkdir(folder)
    for (const name of names) await writeFile(join(folder, name), name)
    const sent = await client.scp(['-r', 'odd', `${at()}:/tmp/odd`])
    assert.equal(sent.code, 0, sent.output)
    const got = await client.scp(['-r', `${at()}:/tmp/odd`, 'back'])
    assert.equal(got.code, 0, got.output)
    const back = await readdir(join(client.folder, 'back'))
    assert.deepEqual(back.toSorted(), names.toSorted())
    for (const name of names)
      assert.equal(await readFile(join(client.folder, 'back', name), 'utf8'), name)
    assert.equal(
      (await run('ls -A /tmp/odd | wc -l; find / -name pwned 2> /dev/null')).stdout,
      '17\n',
    )
  })

  test('a deployment that replaces the instance says so in its shells, with the time that is left', async () => {
    const shell = client.start(['-tt', at()])
    await shell.shows(/\$ /)
    const deployed = application.deploy({ 'server.js': server })
    await shell.shows(/Deployment 2 of .* replaces this instance. This session ends in 5 s/)
    assert.notEqual(await shell.ended(), 0)
    assert.equal((await deployed).state, 'OK')
  })

  test('an instance that ends takes its shells with it', async () => {
    const shell = client.start(['-tt', at()])
    await shell.shows(/\$ /)
    await run('kill 2')
    await shell.shows(/The instance has ended/)
    assert.notEqual(await shell.ended(), 0)
    // One that is opened meanwhile is refused or runs, and does not wait for ever.
    const again = async () => (await client.ssh(['-tt', at(), 'echo again'])).stdout === 'again\r\n'
    await until(again, { timeout, every: 20, what: 'the instance' })
  })

  test('a removed key ends what it has opened', async () => {
    const shell = client.start(['-tt', at()])
    await shell.shows(/\$ /)
    await berth.client.sshKeys.remove(client.keyName)
    await shell.shows(/revoked/)
    assert.notEqual(await shell.ended(), 0)
    assert.match((await run('id')).stderr, /Permission denied/)
  })
})
