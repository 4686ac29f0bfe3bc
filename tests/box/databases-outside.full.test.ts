import assert from 'node:assert/strict'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import type { Addon } from '#client/resources/marketplace/addons.ts'
import { until } from '#kit/concurrency/timeout.ts'
import { type ProcessResult, run } from '#kit/process/subprocess.ts'
import { openExample } from '#tests/examples.ts'
import { PushedApplication } from '#tests/support/applications/pushed-application.ts'
import { TestBerth } from '#tests/support/platform/berth.ts'
import { type OutsideMachine, openOutsideMachine } from '#tests/support/servers/outside-machine.ts'

/** Databases with real clients: on the machine, in applications, and on another machine with few privileges. */
let berth: TestBerth
let outside: OutsideMachine
let stranger: PushedApplication
const addons: Addon[] = []

const waiting = { timeout: 300_000, every: 200 }
const providers = ['postgresql-addon', 'mysql-addon', 'redis-addon']
type Runner = (command: [string, ...string[]]) => Promise<ProcessResult>
const here: Runner = (command) => run(command, { timeout: 300_000 })
const there: Runner = (command) => outside.run(command)

before(async () => {
  outside = await openOutsideMachine()
  berth = await TestBerth.start()
  const { client, admin } = berth
  for (const providerId of providers) {
    const order = { name: providerId, providerId, region: 'par' }
    addons.push(await client.addons.order(admin.organisationId, order))
  }
  stranger = await PushedApplication.ofExample(berth, await openExample('hello'))
  const deployment = await stranger.deploy({ 'server.js': tellsWhatIsOpen })
  assert.equal(deployment.state, 'OK')
})
after(async () => {
  try {
    await berth[Symbol.asyncDispose]()
  } finally {
    await outside[Symbol.asyncDispose]()
  }
})

async function variables(): Promise<Record<string, string>> {
  const { client, admin } = berth
  const all = addons.map(({ id }) => client.addons.variables({ id, ownerId: admin.organisationId }))
  const pairs = (await Promise.all(all)).flat().map(({ name, value }) => [name, value] as const)
  return Object.fromEntries(pairs)
}

const authority = () => join(berth.data, 'ca.pem')
const isEncrypted = 'select ssl from pg_stat_ssl where pid = pg_backend_pid()'

/** As in the guide: nothing but the URI. */
const psql = async (runner: Runner, options = '', statement = isEncrypted) => {
  const { POSTGRESQL_ADDON_URI: uri } = await variables()
  return runner(['psql', `${uri}${options}`, '-qtAc', statement])
}
const mariadb = async (runner: Runner, options: string[]) => {
  const given = await variables()
  return runner([
    ...(['mariadb', '--no-defaults', ...options] as [string, ...string[]]),
    `--host=${given.MYSQL_ADDON_HOST}`,
    `--port=${given.MYSQL_ADDON_PORT}`,
    `--user=${given.MYSQL_ADDON_USER}`,
    `--password=${given.MYSQL_ADDON_PASSWORD}`,
    `--database=${given.MYSQL_ADDON_DB}`,
    '--batch',
    '--skip-column-names',
    '--connect-timeout=120',
    "--execute=show session status like 'Ssl_version'",
  ])
}
const redis = async (runner: Runner, options: string[]) => {
  const { REDIS_HOST, REDIS_PORT, REDIS_PASSWORD } = await variables()
  const at = ['-h', `${REDIS_HOST}`, '-p', `${REDIS_PORT}`, '-a', `${REDIS_PASSWORD}`]
  return runner(['redis-cli', ...at, '--no-auth-warning', ...options, 'PING'])
}
const verified = () => ['--ssl', `--ssl-ca=${authority()}`, '--ssl-verify-server-cert']

const portNames = ['POSTGRESQL_ADDON_PORT', 'MYSQL_ADDON_PORT', 'REDIS_PORT']
async function portsOf(): Promise<string[]> {
  const given = await variables()
  return portNames.map((name) => given[name] ?? assert.fail(name))
}

/** Databases that the application reaches at a host. */
async function reachedAt(host: string): Promise<string[]> {
  const places = (await portsOf()).map((port) => `${host}:${port}`)
  const { body } = await stranger.visit(`/?places=${places.join()}`)
  return (JSON.parse(body) as string[]).map((place) => place.slice(host.length + 1))
}

async function restart(settings: Record<string, string>): Promise<void> {
  await berth.signal('SIGTERM')
  Object.assign(berth.settings, settings)
  await berth.start()
}

test('databases: reachable by URI from this machine, over TLS, without DNS', async () => {
  const given = await variables()
  assert.equal(given.POSTGRESQL_ADDON_HOST, '127.18.0.1')
  const plain = await psql(here)
  assert.equal(plain.stdout.trim(), 't', plain.stderr)
  const full = await psql(here, `?sslmode=verify-full&sslrootcert=${authority()}`)
  assert.equal(full.stdout.trim(), 't', full.stderr)
  const encrypted = await mariadb(here, verified())
  assert.match(encrypted.stdout, /^Ssl_version\tTLSv1\.[23]/, encrypted.stderr)
  const pong = await redis(here, [])
  assert.equal(pong.stdout.trim(), 'PONG', pong.stderr)
})

test('databases: only loopback is open unless the operator opens them', async () => {
  const given = await variables()
  for (const port of await portsOf()) {
    const target = `host=${outside.address} port=${port} user=x dbname=x connect_timeout=5`
    for (const runner of [here, there]) {
      const { stderr } = await runner(['psql', '-w', target, '-c', 'select 1'])
      assert.match(stderr, /Connection refused/)
    }
  }
  const { stdout } = await here(['ss', '-Hltn'])
  const ports = new Set(portNames.map((name) => given[name]))
  const listening = stdout
    .split('\n')
    .map((line) => line.split(/\s+/)[3] ?? '')
    .filter((place) => ports.has(place.slice(place.lastIndexOf(':') + 1)))
  assert.equal(listening.length, 6)
  for (const place of listening) assert.match(place, /^127\./)
})

test('databases: an application that is not linked reaches them neither by address nor by name', async () => {
  for (const host of ['127.18.0.1', 'addons.localhost', outside.address])
    assert.deepEqual(await reachedAt(host), [], host)
})

test('databases: when opened by the operator, the same URI works outside, on this machine and in applications', async () => {
  const [port] = await portsOf()
  await restart({ BERTH_ADDONS_BIND: outside.address })
  const isTold = async () =>
    Object.entries(await variables())
      .filter(([name]) => name.endsWith('_HOST'))
      .every(([, host]) => host === outside.address)
  await until(isTold, { ...waiting, what: 'the new host in all variables' })
  assert.equal((await portsOf())[0], port, 'the port stays')
  for (const runner of [here, there]) {
    const options = `?sslmode=verify-full&sslrootcert=${authority()}`
    for (const more of ['', options]) {
      const answer = await psql(runner, more)
      assert.equal(answer.stdout.trim(), 't', answer.stderr)
    }
    const encrypted = await mariadb(runner, verified())
    assert.match(encrypted.stdout, /^Ssl_version\tTLSv1\.[23]/, encrypted.stderr)
    const secure = await redis(runner, ['--tls', '--cacert', authority()])
    assert.equal(secure.stdout.trim(), 'PONG', secure.stderr)
  }
  const [first] = addons
  await berth.client.addons.link(stranger.record, first?.id ?? '')
  for (const host of ['127.18.0.1', 'addons.localhost', outside.address])
    assert.deepEqual(await reachedAt(host), (await portsOf()).slice(0, 1), host)
})

test('databases: connections from outside require TLS', async () => {
  const plain = await psql(there, '?sslmode=disable')
  assert.match(plain.stderr, /need TLS: use sslmode=require/)
  assert.match((await mariadb(there, ['--skip-ssl'])).stderr, /need TLS: use --ssl/)
  const unencrypted = await redis(there, [])
  assert.match(unencrypted.stdout + unencrypted.stderr, /ERR .*need TLS: use rediss/)
})

test('databases: a client that holds connections from outside does not lock others out', async () => {
  const [port] = await portsOf()
  const flood = there([process.execPath, '-e', holdsConnections(outside.address, port ?? '')])
  let isOver = false
  void flood.finally(() => {
    isOver = true
  })
  const { POSTGRESQL_ADDON_URI: uri = '' } = await variables()
  const local = uri.replace(outside.address, '127.18.0.1')
  let answered = 0
  for (; !isOver; answered += 1) {
    for (const each of [uri, local]) {
      const { stdout, stderr } = await here(['psql', each, '-qtAc', isEncrypted])
      assert.equal(stdout.trim(), 't', stderr)
    }
  }
  const { stdout, stderr } = await flood
  const most = Number(stdout)
  assert.ok(most > 5 && most <= 20, `${stdout} connections were held at once: ${stderr}`)
  assert.ok(answered > 0)
  const isBack = async () => (await psql(there)).stdout.trim() === 't'
  await until(isBack, { ...waiting, what: 'the end of what the stranger held' })
})

test('databases: when closed by the operator, they are unreachable, and their variables change', async () => {
  await restart({ BERTH_ADDONS_BIND: '' })
  const isTold = async () => (await variables()).REDIS_HOST === '127.18.0.1'
  await until(isTold, { ...waiting, what: 'the loopback address in the variables' })
  const target = `host=${outside.address} port=${(await portsOf())[0]} user=x dbname=x connect_timeout=5`
  assert.match((await there(['psql', '-w', target, '-c', '']))?.stderr, /Connection refused/)
  const isBack = async () => (await psql(here)).stdout.trim() === 't'
  await until(isBack, { ...waiting, what: 'the way of this machine' })
})

/** Opens 200 unfinished PostgreSQL logins within a few seconds and prints how many were open at once. */
const holdsConnections = (host: string, port: string) => `
const net = require('node:net')
let [begun, held, most] = [0, 0, 0]
const timer = setInterval(() => {
  if (begun === 200) {
    clearInterval(timer)
    console.log(most)
    process.exit()
  }
  for (let count = 0; count < 10; count += 1) {
    begun += 1
    let isHeld = false
    const socket = net.connect({ host: '${host}', port: ${port} })
    socket.on('error', () => {}).on('connect', () => socket.write(Buffer.from([0, 0, 0, 8, 4, 210, 22, 47])))
    socket.once('data', () => {
      isHeld = true
      held += 1
      most = Math.max(most, held)
    })
    socket.on('close', () => (held -= isHeld ? 1 : 0))
  }
}, 200)
`

const tellsWhatIsOpen = `
import { createServer } from 'node:http'
import { connect } from 'node:net'

const isOpen = (place) =>
  new Promise((resolve) => {
    const [host, port] = place.split(':')
    const socket = connect({ host, port: Number(port), timeout: 60_000 })
    const end = (answer) => {
      socket.destroy()
      resolve(answer)
    }
    socket.on('connect', () => end(true)).on('timeout', () => end(false)).on('error', () => end(false))
  })
createServer(async (request, response) => {
  const places = new URL(request.url, 'http://x').searchParams.get('places')?.split(',') ?? []
  const open = await Promise.all(places.map(isOpen))
  response.end(JSON.stringify(places.filter((_, at) => open[at])))
}).listen(8080, '0.0.0.0')
`
