import assert from 'node:assert/strict'
import { readdirSync } from 'node:fs'
import { chmod, mkdir } from 'node:fs/promises'
import { createServer } from 'node:net'
import { networkInterfaces } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { PassThrough } from 'node:stream'
import { text } from 'node:stream/consumers'
import { after, before, describe, test } from 'node:test'
import { attachTerminal } from '#cli/terminal/attach-terminal.ts'
import type { Addon } from '#client/resources/marketplace/addons.ts'
import { databaseRequest, shellRequest } from '#client/resources/terminals.ts'
import type { TerminalRequest } from '#client/terminal/terminal-events.ts'
import { PushedApplication, webServer } from '#tests/support/applications/pushed-application.ts'
import { ShellClient } from '#tests/support/applications/shell-client.ts'
import { type AttackTargets, assertHeld, attackScript } from '#tests/support/attacks/attacks.ts'
import { expectedAnswers, probeScript } from '#tests/support/engine/syscall-probe.ts'
import { TestBerth } from '#tests/support/platform/berth.ts'

/** The same attacks from every place in which a tenant's commands run, with another tenant beside it. */

const server = `
const { execFile } = require('node:child_process')
require('node:http').createServer((request, response) => {
  if (request.url !== '/attack') return response.end('well')
  execFile('perl', ['attack.pl'], (error, out, errors) => response.end(out + errors))
}).listen(8080, '0.0.0.0')`

const neighbour = `
const [own] = Object.values(require('node:os').networkInterfaces()).flat().filter(({ internal }) => !internal)
require('node:http').createServer((_, response) => response.end(own.address)).listen(8080, '0.0.0.0')`

describe('attacks from every place', () => {
  let berth: TestBerth
  let application: PushedApplication
  let client: ShellClient
  let victim: string
  let buildLog: string[]
  let targets: AttackTargets
  let passwords: string[]
  const databases: Addon[] = []
  const abstract = createServer()
  before(async () => {
    berth = await TestBerth.start()
    const { client: api, admin } = berth
    victim = join(berth.folder, 'victim')
    await mkdir(join(victim, 'sub'), { recursive: true })
    // Readable by others, as an operator's folder may be, so that a tenant's own user can reach it through a link.
    for (const folder of [berth.folder, victim]) await chmod(folder, 0o755)
    const socket = `\0berth-attack-${process.pid}`
    abstract.listen(socket)
    for (const providerId of ['postgresql-addon', 'mysql-addon']) {
      const order = { name: providerId, providerId, region: 'par' }
      databases.push(await api.addons.order(admin.organisationId, order))
    }
    const other = await PushedApplication.create(berth, 'neighbour')
    assert.equal((await other.deploy({ ...webServer(''), 'server.js': neighbour })).state, 'OK')
    const ports = [berth.addresses.api, berth.addresses.bridge, berth.addresses.git.ssh]
    const hosts = Object.values(networkInterfaces()).flatMap((all) => all ?? [])
    const secrets = await Promise.all(
      databases.map((addon) =>
        api.addons.variables({ id: addon.id, ownerId: admin.organisationId }),
      ),
    )
    const valuesOf = (end: string) =>
      secrets.map((all) => all.find(({ name }) => name.endsWith(end))?.value ?? assert.fail(end))
    passwords = valuesOf('_PASSWORD')
    targets = {
      platform: hosts
        .filter(({ family }) => family === 'IPv4')
        .flatMap(({ address }) => ports.map((url) => `${address}:${new URL(url).port}`)),
      neighbours: [
        `${(await other.visit()).body}:8080`,
        ...valuesOf('_PORT').flatMap((port) => [`198.18.0.1:${port}`, `127.0.0.1:${port}`]),
      ],
      sockets: [`@${socket.slice(1)}`],
      pids: [berth.pid, process.pid],
      words: [basename(berth.folder), ...passwords],
      folders: [berth.data, join(dirname(berth.data)), '/root', '/boot', '/var/lib/dpkg'],
      targets: [victim, join(victim, 'sub'), '/etc/passwd'],
    }
    application = await PushedApplication.create(berth, 'attacker')
    await api.environment.replace(application.record, { CC_POST_BUILD_HOOK: 'perl attack.pl' })
    const { state, uuid } = await application.deploy(files())
    buildLog = await application.log(uuid)
    assert.equal(state, 'OK', buildLog.join('\n'))
    client = await ShellClient.of(application)
  })
  after(async () => {
    abstract.close()
    await berth?.[Symbol.asyncDispose]()
  })

  const files = () => ({
    'package.json': JSON.stringify({ name: 'attacker', main: 'server.js' }),
    'server.js': server,
    'attack.pl': `${attackScript(targets)}\nour $r;\n${probeScript}`,
  })

  function assertAllHeld(place: string, output: string): void {
    assertHeld(place, output)
    const answers = output.split(/\r?\n/).flatMap((line) => /SYSCALL .*$/.exec(line)?.[0] ?? [])
    assert.deepEqual(answers, expectedAnswers, place)
  }

  /** Output of a session at a terminal endpoint, with pipes or on a screen, in which this is typed. */
  async function session(request: TerminalRequest, input: string, isTTY = false): Promise<string> {
    const screen = { isTTY, columns: 200, rows: 50 }
    const stdin = Object.assign(new PassThrough(), screen, { setRawMode() {} })
    const stdout = Object.assign(new PassThrough(), screen)
    stdin.end(input)
    const printed = text(stdout)
    const streams = { stdin, stdout, stderr: stdout, signals: process }
    const terminal = { env: { TERM: 'dumb' } }
    await attachTerminal({ client: berth.client, request, terminal, streams })
    stdout.end()
    return printed
  }

  test('a build', () => assertAllHeld('build', buildLog.join('\n')))

  test('an instance', async () => {
    assertAllHeld('instance', (await application.visit('/attack')).body)
  })

  test('a session of ssh', async () => {
    const ran = await client.ssh([`${application.record.id}@${client.host}`, 'perl attack.pl'])
    assertAllHeld('ssh', ran.output)
  })

  test('a terminal of the console', async () => {
    const request = shellRequest(application.record, { command: 'perl attack.pl' })
    assertAllHeld('terminal', await session(request, '', true))
  })

  test('a one-off command', async () => {
    assertAllHeld('run', (await application.project.berth('run', 'perl', 'attack.pl')).output)
  })

  /** One word of the command line, in which a script is without quotes and line breaks. */
  const commandOf = (program: string) =>
    `perl -MMIME::Base64 -e 'eval decode_base64(shift); die $@ if $@' ${Buffer.from(program).toString('base64')}`

  for (const [place, name] of ['psql', 'mariadb'].entries()) {
    test(`the shell of ${name}`, async () => {
      const addon = databases[place] ?? assert.fail()
      // Its own password it has.
      const words = targets.words.filter((word) => word !== passwords[place])
      const script = attackScript({ ...targets, words })
      const output = await session(databaseRequest(addon, 'shell'), `\\! ${commandOf(script)}\n`)
      assertHeld(name, output)
    })
  }

  // Of those, each client has others; redis-cli has none.
  const place = 'readlink /proc/self/ns/pid'
  const ways = {
    psql: [
      `\\! ${place}`,
      `\\copy (select 1) to program 'cat > /dev/null; ${place}'`,
      `select 1 \\g | cat > /dev/null; ${place}`,
      `\\o | ${place}`,
      '\\o',
      `\\setenv PSQL_EDITOR '${place} #'`,
      'select 1 \\e',
      '\\r',
      '\\pset pager always',
      `\\setenv PAGER '${place} #'`,
      'select 1;',
      '\\q',
    ],
    mariadb: [`\\! ${place}`, `system ${place}`, `pager ${place} #`, 'select 1;', 'exit'],
  }
  for (const [at, [name, lines]] of Object.entries(ways).entries()) {
    test(`every way out of ${name} leads into the sandbox that was attacked`, async () => {
      const request = databaseRequest(databases[at] ?? assert.fail(), 'shell')
      const output = await session(request, `${lines.join('\n')}\n`, true)
      const found = output.match(/pid:\[\d+\]/g) ?? []
      assert.equal(found.length, name === 'psql' ? 6 : 3, output)
      assert.equal(new Set(found).size, 1, output)
    })
  }

  test('the platform, its neighbours and what links lead to are as they were', async () => {
    assert.equal((await application.deploy({ ...files(), 'more.txt': '' })).state, 'OK')
    assert.equal((await application.visit()).body, 'well')
    assert.deepEqual(readdirSync(victim, { recursive: true }), ['sub'])
  })
})
