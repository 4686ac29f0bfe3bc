import assert from 'node:assert/strict'
import type { X509Certificate } from 'node:crypto'
import { once } from 'node:events'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { connect } from 'node:tls'
import { until, withTimeout } from '#kit/concurrency/timeout.ts'
import { freePort } from '#kit/net/free-port.ts'
import { type Pebble, startPebble } from '#tests/support/certificates/pebble.ts'
import { TestBerth } from '#tests/support/platform/berth.ts'
import { Project } from '#tests/support/projects/project.ts'
import {
  openPostgresqlServer,
  type PostgresqlServer,
} from '#tests/support/servers/postgresql-server.ts'
import { startSecondServer } from '#tests/support/several-servers/second-server.ts'

/** Two whole servers on one database. The ACME server reaches the router of the other one only, whatever the name. */
let folder: string
let database: PostgresqlServer
let url: URL
let pebble: Pebble
let one: TestBerth
let other: TestBerth
let project: Project

const timeout = 300_000

before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'berth-acme-'))
  database = await openPostgresqlServer()
  url = await database.createDatabase()
  const ports = { http: await freePort(), https: await freePort() }
  pebble = await startPebble(ports)
  const authority = join(folder, 'acme-ca.pem')
  await writeFile(authority, pebble.authority)
  const settings = {
    BERTH_STORE: url.href,
    BERTH_ACME: pebble.directory,
    BERTH_ACME_CA: authority,
    BERTH_ACME_EMAIL: 'ops@shop.test',
  }
  one = await TestBerth.start(settings)
  other = await startSecondServer(one, {
    ...settings,
    BERTH_HTTP_PORT: String(ports.http),
    BERTH_HTTPS_PORT: String(ports.https),
  })
  project = await Project.create(one, 'hello', 'hello')
  await ok('login', '--local', '--data', one.data)
  await ok('create', '--type', 'node', 'hello', '--region', 'par')
})
after(async () => {
  await other?.[Symbol.asyncDispose]()
  await one?.[Symbol.asyncDispose]()
  await pebble?.[Symbol.asyncDispose]()
  await database?.[Symbol.asyncDispose]()
  await rm(folder, { recursive: true })
})

const ok = async (...args: string[]) => {
  const ran = await project.berth(...args)
  assert.equal(ran.code, 0, `berth ${args.join(' ')}:\n${ran.output}`)
}
const ask = (statement: string) => database.run(url.pathname.slice(1), statement)

/** The certificate that visitors of a host see at the router of a server. */
async function shownBy(berth: TestBerth, host: string): Promise<X509Certificate> {
  const { port } = new URL(berth.addresses.visitors.https)
  const socket = connect({
    host: '127.0.0.1',
    port: Number(port),
    servername: host,
    rejectUnauthorized: false,
  })
  await withTimeout(once(socket, 'secureConnect'), 60_000, 'the handshake')
  const certificate = socket.getPeerX509Certificate()
  socket.destroy()
  return certificate ?? assert.fail('there is no certificate')
}

/** The server that orders certificates. */
const orders = async (berth: TestBerth) => {
  const id = (await readFile(join(berth.data, 'server-id'), 'utf8')).trim()
  const [row] = await ask(`select "holder" from claims where "name" = 'certificates'`)
  return row?.holder === id
}

async function orderAtOne(host: string): Promise<void> {
  await until(() => orders(one), { timeout, every: 200, what: 'the claim of the first server' })
  await ok('domain', 'add', host)
  for (const berth of [one, other]) {
    await until(async () => /Pebble/.test((await shownBy(berth, host)).issuer), {
      timeout,
      every: 200,
      what: 'the certificate',
    }).catch(async (error) => {
      const state = await ask('select "host", "problem" from "certificateOrders"')
      throw new Error(`${JSON.stringify(state)}\n${one.output}\n${other.output}`, { cause: error })
    })
  }
  assert.ok(await orders(one))
  const [atOne, atOther] = [await shownBy(one, host), await shownBy(other, host)]
  assert.equal(atOne.fingerprint256, atOther.fingerprint256)
  assert.equal(atOne.checkHost(host), host)
  const [row] = await ask(`select "problem", "failures" from "certificateOrders"
    where "host" = '${host}'`)
  assert.deepEqual([row?.problem, Number(row?.failures)], [null, 0])
  await until(async () => (await ask('select 1 from "acmeChallenges"')).length === 0, {
    timeout,
    what: 'the end of the challenge',
  })
}

test('ACME and two servers: an order of one is verified by HTTP at the router of the other, and both serve the certificate', async () => {
  await orderAtOne('first.shop.test')
})

test('ACME and two servers: so it is with a verification by TLS', async () => {
  for (const berth of [other, one]) await berth.signal('SIGTERM')
  for (const berth of [one, other]) {
    berth.settings.BERTH_ACME_CHALLENGE = 'tls-alpn-01'
    await berth.start()
  }
  await orderAtOne('second.shop.test')
  assert.match((await shownBy(other, 'first.shop.test')).issuer, /Pebble/)
  for (const berth of [one, other]) assert.doesNotMatch(berth.output, /bug/)
})
