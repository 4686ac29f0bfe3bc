import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { chmod, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { until } from '#kit/concurrency/timeout.ts'
import { runOrThrow } from '#kit/process/subprocess.ts'
import { openExample } from '#tests/examples.ts'
import { deployExamples } from '#tests/support/applications/deploy-examples.ts'
import { PushedApplication } from '#tests/support/applications/pushed-application.ts'
import { TestBerth } from '#tests/support/platform/berth.ts'
import { provideTools } from '#tests/support/provide-tools.ts'
import {
  type OutsideWorld,
  openOutsideWorld,
  outsideNetwork,
} from '#tests/support/servers/outside-world.ts'
import { visit } from '#tests/support/visitors/visit.ts'
import { machineMirrors } from '#toolchains/debian/debian-mirrors.ts'

let berth: TestBerth
let folder: string
let publisher: OutsideWorld

/** Serves one file at every address, and notes what was asked for. */
const fileServer = `const asked = []
require('node:http').createServer((request, response) => {
  if (request.url === '/asked') return response.end(asked.join('\\n'))
  asked.push(request.url)
  response.end(require('node:fs').readFileSync(process.env.ARCHIVE))
}).listen(80, '0.0.0.0', () => console.log('ready'))`

/** A tool that is a web server. */
const greeter = `#!/usr/bin/perl
use IO::Socket::INET;
my $door = IO::Socket::INET->new(LocalPort => $ENV{PORT}, Listen => 9, ReuseAddr => 1) or die $!;
while (1) {
  my $visitor = $door->accept or next;
  sysread $visitor, my $request, 4096;
  print $visitor "HTTP/1.1 200 OK\\r\\nContent-Length: 25\\r\\nConnection: close\\r\\n\\r\\nHello from a tool of mise";
  close $visitor;
}
`

/** A new machine downloads 400 MB. */
before(
  async () => {
    await provideTools(
      { name: 'gcc', version: '14' },
      { name: 'python', version: '3.13' },
      { name: 'java', version: '21' },
    )
    folder = await mkdtemp(join(tmpdir(), 'berth-mise-'))
    const program = join(folder, 'greeter-1.2.0/bin/greeter')
    await mkdir(join(program, '..'), { recursive: true })
    await writeFile(program, greeter)
    await chmod(program, 0o755)
    const archive = join(folder, 'greeter.tar.gz')
    await runOrThrow(['tar', '--create', '--gzip', '--file', archive, 'greeter-1.2.0'], {
      cwd: folder,
    })
    publisher = await openOutsideWorld({
      args: ['-e', fileServer],
      environment: { ARCHIVE: archive },
      port: 80,
    })
    berth = await TestBerth.lease({ BERTH_EGRESS_ALLOWED: outsideNetwork })
  },
  { timeout: 900_000 },
)
after(async () => {
  await berth?.[Symbol.asyncDispose]()
  await publisher?.[Symbol.asyncDispose]()
  if (folder) await rm(folder, { recursive: true })
})

test('Linux: a program in C counts in the PostgreSQL that is linked to it', async () => {
  const { client, admin } = berth
  const visits = await PushedApplication.ofExample(berth, await openExample('linux-postgresql'))
  const order = { name: 'visits', providerId: 'postgresql-addon', region: 'par' }
  const addon = await client.addons.order(admin.organisationId, order)
  await client.addons.link(visits.record, addon.id)
  const { state } = await visits.deploy({})
  assert.equal(state, 'OK', (await visits.log()).join('\n'))
  assert.match((await visits.visit()).body, /^Visit [2-9] in PostgreSQL\n$/)
})

test('Linux: the example that the console offers is deployed by one call', async () => {
  const { client, admin, addresses } = berth
  const { id } = await client.examples.deploy(admin.organisationId, 'linux')
  const isLive = async () => {
    const { status, body } = await visit(
      addresses.visitors.http,
      `${id.replace('_', '-')}.localhost`,
    )
    return (status === 200 && /^Hello from C/.test(body)) || undefined
  }
  await until(isLive, { timeout: 240_000, every: 200, upTo: 800, what: 'the example' })
})

/** Its source, as Debian has it. */
const civetweb = {
  path: 'pool/main/c/civetweb/civetweb_1.15%2bdfsg.orig.tar.xz',
  sha256: 'ec372e9737bc820118bbb735f46a07d41f795814ca0f38bc6e67048e7a460f33',
}

test('Linux: a released web server in C is built by CMake, and serves files', async () => {
  const server = await PushedApplication.create(berth, 'civetweb', undefined, undefined, 'linux')
  const { main } = await machineMirrors(AbortSignal.timeout(60_000))
  const response = await fetch(new URL(civetweb.path, main))
  assert.equal(response.status, 200)
  const bytes = Buffer.from(await response.arrayBuffer())
  assert.equal(createHash('sha256').update(bytes).digest('hex'), civetweb.sha256)
  const archive = join(folder, 'civetweb.tar.xz')
  await writeFile(archive, bytes)
  const into = `--directory=${server.project.folder}`
  await runOrThrow(['tar', '--extract', '--strip-components=1', `--file=${archive}`, into])
  await berth.client.environment.replace(server.record, {
    CC_BUILD_COMMAND:
      'cmake -S . -B out -DCIVETWEB_BUILD_TESTING=OFF -DCIVETWEB_ENABLE_SSL=OFF && cmake --build out',
    CC_RUN_COMMAND: 'exec out/src/civetweb -document_root "$PWD/site" -listening_ports 8080',
  })
  const { state } = await server.deploy({ 'site/index.html': '<p>served by C' })
  assert.equal(state, 'OK', (await server.log()).join('\n'))
  assert.equal((await server.visit()).body, '<p>served by C')
})

const versions = `[tools]
python = "3.13"
node = "24"
java = "21"

[env]
_.python.venv = { path = ".venv", create = true }

[tasks.build]
run = """
python -c 'import sys; print("Python", sys.version)' > versions.txt
node -p '"Node " + process.version' >> versions.txt
"$JAVA_HOME/bin/java" -version 2>> versions.txt
"""

[tasks.run]
run = "python -c 'import sys; print(sys.prefix)' > prefix.txt; exec python -m http.server 8080"
`

test('Linux: tools that the platform has are on the PATH of tasks, and mise installs nothing', async () => {
  const shop = await PushedApplication.create(berth, 'versions', undefined, undefined, 'linux')
  const { state } = await shop.deploy({ 'mise.toml': versions })
  const log = (await shop.log()).join('\n')
  assert.equal(state, 'OK', log)
  assert.doesNotMatch(log, /mise installs?/)
  const { body } = await shop.visit('/versions.txt')
  assert.match(body, /^Python 3\.13\..*\nNode v24\..*\nopenjdk version "21\./)
  assert.match((await shop.visit('/prefix.txt')).body, /\/\.venv\n$/)
})

test('Linux: mise installs a tool from where its author publishes it, once', async () => {
  const shop = await PushedApplication.create(berth, 'shop', undefined, undefined, 'linux')
  const url = `http://${publisher.address.host}/greeter-1.2.0.tar.gz`
  const mise = `[tools]
"http:greeter" = { version = "1.2.0", url = "${url}" }

[tasks.run]
run = "exec greeter"
`
  const asked = async () => (await fetch(`http://${publisher.address.host}/asked`)).text()
  const first = await shop.deploy({ 'mise.toml': mise })
  assert.equal(first.state, 'OK', (await shop.log()).join('\n'))
  assert.equal((await shop.visit()).body, 'Hello from a tool of mise')
  const before = await asked()
  assert.match(before, /greeter-1\.2\.0\.tar\.gz/)
  const second = await shop.deploy({ 'README.md': 'Another version' })
  assert.equal(second.state, 'OK')
  assert.equal(await asked(), before)
})

test('Linux: a tool that its author does not publish ends the build, with what to do', async () => {
  const shop = await PushedApplication.create(berth, 'other', undefined, undefined, 'linux')
  const mise =
    '[tools]\n"http:greeter" = { version = "1.2.0", url = "http://127.0.0.1:9/a.tar.gz" }\n'
  await berth.client.environment.replace(shop.record, { CC_RUN_COMMAND: 'greeter' })
  assert.equal((await shop.deploy({ 'mise.toml': mise })).state, 'FAIL')
  await shop.logged(/mise could not install a tool of mise\.toml/)
})

/** A program in C: a target builds it, a task of mise starts it. Another one, without the database that it may have. */
await deployExamples('linux')
