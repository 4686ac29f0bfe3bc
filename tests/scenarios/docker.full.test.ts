import assert from 'node:assert/strict'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { openExample } from '#tests/examples.ts'
import { PushedApplication } from '#tests/support/applications/pushed-application.ts'
import { expectedAnswer } from '#tests/support/expected-answer.ts'
import { TestBerth } from '#tests/support/platform/berth.ts'
import { type OutsideWorld, openOutsideWorld } from '#tests/support/servers/outside-world.ts'
import { keepVisiting } from '#tests/support/visitors/visit.ts'

/** Dockerfiles over the base images of a registry, which is the mirror of docker.io here and wants a login on another port. */
const program = fileURLToPath(new URL('../support/images/image-registry-main.ts', import.meta.url))
const password = 'the pass phrase 30d2'

let world: OutsideWorld
let folder: string
let berth: TestBerth
let site: PushedApplication
let privateHost: string

before(async () => {
  world = await openOutsideWorld({
    args: [program],
    environment: { USER_AND_PASSWORD: `reader:${password}` },
    port: 5000,
  })
  const { host } = world.address
  privateHost = `${host}:5001`
  folder = await mkdtemp(join(tmpdir(), 'berth-registries-'))
  const registries = join(folder, 'registries.conf')
  await writeFile(
    registries,
    `[[registry]]
prefix = "docker.io"
location = "${host}:5000"
insecure = true
[[registry]]
location = "${privateHost}"
insecure = true
`,
  )
  berth = await TestBerth.lease({ BERTH_REGISTRIES_FILE: registries })
  site = await PushedApplication.ofExample(berth, await openExample('docker'))
  await site.project.type('login', '--local', '--data', berth.data)
  await site.project.type('link', site.record.id)
})
after(async () => {
  await using rest = new AsyncDisposableStack()
  rest.defer(() => rm(folder, { recursive: true, force: true }))
  rest.defer(endWorld)
  rest.use(berth)
})

let isOver = false
async function endWorld(): Promise<void> {
  if (isOver) return
  isOver = true
  await world[Symbol.asyncDispose]()
}

const set = (name: string, value: string) =>
  berth.client.environment.set(site.record, { name, value })

/** Deploys and fails with the log. */
async function deploy(files: Record<string, string>): Promise<void> {
  const { state } = await site.deploy(files)
  assert.equal(state, 'OK', (await site.log()).slice(-40).join('\n'))
}

test('Docker: the example is built over a base image of a registry and serves', async () => {
  const { visits = [] } = (await expectedAnswer(await openExample('docker'))) ?? {}
  await deploy({ 'site/page.html': 'one' })
  for (const { path, status, body } of visits) {
    const seen = await site.visit(path)
    assert.equal(seen.status, status, seen.body)
    assert.match(seen.body.trim(), new RegExp(body))
  }
  await site.logged(/response:200/)
})

test('Docker: a change is built over the layers of the build before, while visitors are served', async () => {
  await using visitors = keepVisiting(berth.addresses.visitors.http, site.host)
  const addon = await berth.client.addons.order(berth.admin.organisationId, {
    name: 'visits',
    providerId: 'postgresql-addon',
    region: 'par',
  })
  await berth.client.addons.link(site.record, addon.id)
  await set('GREETING', 'Welcome')
  await deploy({ 'site/page.html': 'two' })
  const { failures, bodies } = await visitors.stop()
  assert.deepEqual(failures, [])
  assert.deepEqual(bodies, ['Hello from a Dockerfile\n', 'Welcome from a Dockerfile\n'])
  assert.match((await site.visit('/cgi-bin/database')).body, /^Database: b\w+\n$/)
  await site.logged(/Using cache/)
})

test('Docker: a health check that is not met leaves the version before, and a rollback brings an earlier one', async () => {
  await set('CC_HEALTH_CHECK_PATH', '/healthy.html')
  await set('CC_HEALTH_CHECK_DEADLINE', '5s')
  assert.equal((await site.deploy({ 'site/page.html': 'three' })).state, 'FAIL')
  await site.logged(/\/healthy\.html.*404/)
  assert.equal((await site.visit('/page.html')).body, 'two')
  await site.ok('rollback', '1')
  assert.equal((await site.visit('/page.html')).body, 'one')
  assert.equal((await site.visit('/')).body, 'Hello from a Dockerfile\n')
})

test('Docker: an image may listen on port 80, and CC_DOCKER_EXPOSED_HTTP_PORT says so', async () => {
  const web = await PushedApplication.create(berth, 'web', undefined, undefined, 'docker')
  await berth.client.environment.replace(web.record, { CC_DOCKER_EXPOSED_HTTP_PORT: '80' })
  const dockerfile = `FROM busybox:1
COPY page.html /srv/index.html
USER web
EXPOSE 80
CMD ["/bin/httpd", "-f", "-p", "80", "-h", "/srv"]
`
  const { state } = await web.deploy({ Dockerfile: dockerfile, 'page.html': 'from port 80' })
  assert.equal(state, 'OK', (await web.log()).join('\n'))
  assert.equal((await web.visit()).body, 'from port 80')
  assert.doesNotMatch((await web.log()).join('\n'), /instead of 8080/)
})

test('Docker: terminals and one-off commands run in the image', async () => {
  const ran = await site.project.berth('ssh', '-c', 'pwd; id -u; echo $GREETING')
  assert.equal(ran.output, '/srv/site\n1000\nHello\n')
  const once = await site.project.berth('run', 'ls; exit 3')
  assert.deepEqual([once.code, once.stdout], [3, 'cgi-bin\nindex.html\npage.html\n'], once.output)
})

test('Docker: hooks, workers, scheduled commands and another command run in the image', async () => {
  const before = { CC_PRE_RUN_HOOK: 'echo prepared > prepared.txt' }
  const after = { CC_RUN_SUCCEEDED_HOOK: 'echo hook of $APP_ID' }
  await berth.client.environment.replace(site.record, {
    ...before,
    ...after,
    CC_WORKER_COMMAND: 'echo working; sleep 1; exit 3',
    CC_RUN_COMMAND: 'echo other command; exec httpd -f -p 8080',
    CC_POST_BUILD_HOOK: 'make',
  })
  await deploy({ 'berth/cron.json': '["* * * * * $ROOT/cgi-bin/database"]' })
  assert.equal((await site.visit('/prepared.txt')).body, 'prepared\n')
  await site.logged(/^other command$/)
  await site.logged(new RegExp(`^hook of ${site.record.id}$`))
  await site.logged(/^The worker "echo working; sleep 1; exit 3" ended with code 3/)
  await site.logged(/CC_POST_BUILD_HOOK does nothing for an application of type docker/)
  await site.logged(/^Database: b\w+$/, 90_000)
  await berth.client.environment.replace(site.record, { CC_TASK: 'true', CC_RUN_COMMAND: 'id -u' })
  await deploy({ 'site/page.html': 'task' })
  await site.logged(/^1000$/)
  await berth.client.environment.replace(site.record, {})
})

test('Docker: a private base image is pulled with the login of the application, and is refused without', async () => {
  const bare = `FROM ${privateHost}/private/base:1 AS base
FROM scratch
COPY --from=base /bin/busybox /tools/busybox
COPY site /site
CMD ["/tools/busybox", "httpd", "-f", "-p", "8080", "-h", "/site"]
`
  assert.equal((await site.deploy({ Dockerfile: bare })).state, 'FAIL')
  await site.logged(/set CC_DOCKER_LOGIN_SERVER, /)
  await set('CC_HEALTH_CHECK_PATH', '/page.html')
  await set('CC_DOCKER_LOGIN_SERVER', privateHost)
  await set('CC_DOCKER_LOGIN_USERNAME', 'reader')
  await set('CC_DOCKER_LOGIN_PASSWORD', password)
  await deploy({ 'site/page.html': 'private' })
  assert.equal((await site.visit('/page.html')).body, 'private')
  assert.doesNotMatch((await site.log()).join('\n'), new RegExp(password))
})

test('Docker: an image without a shell runs programs, and says of a shell that there is none', async () => {
  const program = await site.project.berth('run', '--', '/tools/busybox', 'echo', 'once')
  assert.deepEqual([program.code, program.stdout], [0, 'once\n'], program.output)
  for (const words of [
    ['run', 'ls; ls'],
    ['ssh', '-c', 'ls'],
  ]) {
    const { code, output } = await site.project.berth(...words)
    assert.notEqual(code, 0)
    assert.match(output, /no shell/)
  }
})

test('Docker: an image by reference is pulled, keeps its digest, and is brought back without its registry', async () => {
  const image = `${privateHost}/private/server:1`
  const deployed = await site.project.type('deploy', '--image', image)
  assert.equal(deployed.code, 0, deployed.output)
  assert.match((await site.visit('/page.html')).body, /^served by the image/)
  const [live] = await berth.client.releases.list(site.record)
  assert.match(live?.image ?? '', new RegExp(`^${image}@sha256:[0-9a-f]{64}$`))
  assert.equal(live?.cause, `Image ${image}`)
  assert.match((await site.ok('restart')).output, /Nothing to build: release/)

  const missing = await site.project.type('deploy', '--image', `${privateHost}/private/server:2`)
  assert.equal(missing.code, 1)
  assert.match(missing.output, /The registry has no such image/)
  const other = await site.project.type('deploy', '--image', `docker.io/other/processor:1`)
  assert.match(other.output, /The image is for linux\/\w+, and this machine is linux/)
  const invalid = await site.project.type('deploy', '--image', 'https://images.example/shop')
  assert.match(invalid.output, /must be the name of an image/)
  assert.match((await site.visit('/page.html')).body, /^served by the image/)

  await deploy({ 'site/page.html': 'after the image' })
  assert.equal((await site.visit('/page.html')).body, 'after the image')
  await endWorld()
  await site.ok('rollback', String(live?.number))
  assert.match((await site.visit('/page.html')).body, /^served by the image/)
})
