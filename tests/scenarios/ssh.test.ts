import assert from 'node:assert/strict'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { until } from '#kit/concurrency/timeout.ts'
import { freePort } from '#kit/net/free-port.ts'
import { PushedApplication, webServer } from '#tests/support/applications/pushed-application.ts'
import { ShellClient } from '#tests/support/applications/shell-client.ts'
import { TestBerth } from '#tests/support/platform/berth.ts'

describe('shells in instances', () => {
  let berth: TestBerth
  let application: PushedApplication
  let client: ShellClient
  let instanceId: string
  const id = () => application.record.id
  before(async () => {
    berth = await TestBerth.lease()
    application = await PushedApplication.create(berth, 'entered')
    assert.equal((await application.deploy(webServer('hello'))).state, 'OK')
    client = await ShellClient.of(application)
    const [instance] = await berth.client.instances.list(application.record)
    instanceId = instance?.id ?? assert.fail()
  })
  after(() => berth[Symbol.asyncDispose]())

  test('ssh: a command runs in the folder of the application, with its variables and exit code', async () => {
    const ran = await client.ssh([
      `ssh@${client.host}`,
      id(),
      'pwd; echo $APP_ID; echo oh >&2; exit 7',
    ])
    assert.equal(ran.stdout, `/home/app/${id()}\n${id()}\n`)
    assert.equal(ran.stderr, 'oh\n')
    assert.equal(ran.code, 7)
  })

  test('ssh: an id of an application or an instance is a user name too', async () => {
    for (const target of [id(), instanceId]) {
      const ran = await client.ssh([`${target}@${client.host}`, 'echo', 'here'])
      assert.equal(ran.output, 'here\n')
    }
  })

  test('ssh: a shell has a terminal of the client with job control', async () => {
    const shell = client.start(['-tt', `ssh@${client.host}`, id()])
    shell.type('echo type:$TERM; tty; stty size\n')
    await shell.shows(/pts\/\d/)
    shell.type('exit 3\n')
    assert.equal(await shell.ended(), 3)
    assert.match(shell.output, /type:\w/)
  })

  test('ssh: the stock tool runs a command and opens a shell through its gateway setting', async () => {
    const words = ['ssh', '--app', id(), '-c', 'echo it; exit 5']
    const { env } = application.project
    const programs = await client.programs()
    Object.assign(env, {
      SSH_GATEWAY: `ssh://ssh@${client.host}:${client.port}`,
      PATH: `${programs}:${env.PATH}`,
    })
    const ran = await application.project.cleverAnew(words)
    assert.equal(ran.stdout, 'it\n')
    assert.equal(ran.code, 5)
  })

  test('berth ssh: runs a command with the key that the API has published, and exits with its status', async () => {
    const ran = await application.project.berth('ssh', '-c', 'echo it; exit 6')
    assert.equal(ran.stdout, 'it\n', ran.output)
    assert.equal(ran.code, 6)
    const off = await application.project.type('ssh', 'off')
    assert.equal(off.stdout, 'Shells are off for entered.\n', off.output)
    const refused = await application.project.berth('ssh', '-c', 'echo it')
    assert.match(refused.stderr, /Shells are off for this application\./)
    await application.project.type('ssh', 'on')
  })

  test('sftp and scp: a file goes in and out', async () => {
    const odd = `odd 'name' "x" $(id) \u00fc.txt`
    await writeFile(join(client.folder, 'sent'), 'content\n')
    const sent = await client.scp(['sent', `${id()}@${client.host}:received`])
    assert.equal(sent.code, 0, sent.output)
    const said = await client.ssh([
      `${id()}@${client.host}`,
      `cat received; cp received '${odd.replaceAll("'", "'\\''")}'; ls`,
    ])
    assert.match(said.stdout, /^content$/m)
    const got = await client.sftp(['-b', '-', `${id()}@${client.host}`], 'get odd* back\n')
    assert.equal(got.code, 0, got.output)
    assert.equal(await readFile(join(client.folder, 'back'), 'utf8'), 'content\n')
  })

  test('ssh: a port of the instance can be forwarded, and nothing else', async () => {
    const [port, other] = [await freePort(), await freePort()]
    const own = `${port}:127.0.0.1:8080`
    const forward = client.start([
      '-N',
      '-L',
      own,
      '-L',
      `${other}:192.0.2.1:80`,
      `${id()}@${client.host}`,
    ])
    const ask = (from: number) =>
      fetch(`http://127.0.0.1:${from}/`).then(
        (found) => found.text(),
        () => undefined,
      )
    const answer = await until(() => ask(port), { timeout: 60_000, every: 100, what: 'an answer' })
    assert.equal(answer, 'hello')
    assert.equal(await ask(other), undefined)
    forward.child.kill()
  })
})
