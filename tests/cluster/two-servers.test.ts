import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseEvents, type StreamEvent } from '#client/http/event-stream.ts'
import { plaintextHeader, signedHeader } from '#client/http/node/oauth1.ts'
import { until } from '#kit/concurrency/timeout.ts'
import { TestBerth } from '#tests/support/platform/berth.ts'
import { Project } from '#tests/support/projects/project.ts'
import {
  openPostgresqlServer,
  type PostgresqlServer,
} from '#tests/support/servers/postgresql-server.ts'
import { startSecondServer } from '#tests/support/several-servers/second-server.ts'
import { keepVisiting, visit } from '#tests/support/visitors/visit.ts'

/** Two whole servers, each with its own data folder, on one database; the clock of the other is 30 s ahead. */
let database: PostgresqlServer
let url: URL
let one: TestBerth
let other: TestBerth
let project: Project
let id: string
let host: string

const timeout = 180_000
/** Longer than a lease of 15 s. */
const standstill = 22_000
const outage = 30_000

before(async () => {
  database = await openPostgresqlServer()
  url = await database.createDatabase()
  one = await TestBerth.start({ BERTH_STORE: url.href })
  const skewed = `--import=${new URL('../support/servers/skewed-clock.mjs', import.meta.url)}`
  other = await startSecondServer(one, { BERTH_STORE: url.href, NODE_OPTIONS: skewed })
  project = await Project.create(one, 'hello', 'hello')
})
after(async () => {
  await other?.[Symbol.asyncDispose]()
  await one?.[Symbol.asyncDispose]()
  await database[Symbol.asyncDispose]()
})

const ok = async (...args: string[]) => {
  const ran = await project.berth(...args)
  assert.equal(ran.code, 0, `berth ${args.join(' ')}:\n${ran.output}`)
  return ran
}
const owner = () => one.admin.organisationId
const ask = (berth: TestBerth, path: string, method = 'GET') =>
  fetch(`${berth.addresses.api}${path}`, {
    method,
    headers: { authorization: plaintextHeader(berth.admin) },
  })
const applicationPath = () => `/v2/organisations/${owner()}/applications/${id}`

interface Deployed {
  uuid: string
  state: string
  commit: string
}
const deployments = async (berth: TestBerth): Promise<Deployed[]> => {
  const response = await ask(berth, `${applicationPath()}/deployments`)
  assert.equal(response.status, 200)
  return (await response.json()) as Deployed[]
}
const deploymentsEnd = (count: number, berth = one) =>
  until(
    async () => {
      const all = await deployments(berth).catch(() => [])
      return all.length >= count && !all.some(({ state }) => state === 'WIP') && all
    },
    { timeout, every: 300, what: `the end of ${count} deployments` },
  )
const begins = (count: number) =>
  until(
    async () => {
      const [newest, ...others] = await deployments(other)
      return others.length === count - 1 && newest?.state === 'WIP'
    },
    { timeout, every: 50, what: `deployment ${count}` },
  )
const push = async (text: string) => {
  await project.write({ 'news.txt': text })
  const commit = await project.commit(text)
  await project.git('push', 'berth', 'master')
  return commit
}
const instancesOf = async () =>
  database.run(url.pathname.slice(1), `select "deploymentId", "state" from instances`)

/** What a stream of server-sent events has said so far. */
async function listen(berth: TestBerth, path: string) {
  const abort = new AbortController()
  const response = await fetch(`${berth.addresses.api}${path}`, {
    headers: { authorization: plaintextHeader(berth.admin) },
    signal: abort.signal,
  })
  assert.equal(response.headers.get('content-type'), 'text/event-stream')
  const heard: StreamEvent[] = []
  const reading = (async () => {
    for await (const event of parseEvents(response.body as AsyncIterable<Uint8Array>))
      heard.push(event)
  })().catch(() => {})
  return {
    heard,
    says: (pattern: RegExp) =>
      until(() => heard.find(({ name, data }) => pattern.test(`${name} ${data}`)), {
        timeout,
        what: `${pattern} in ${path}`,
      }),
    async [Symbol.asyncDispose]() {
      abort.abort()
      await reading
    },
  }
}

test('two servers: a deployment at one is followed at the other, with its log and its progress', async () => {
  await ok('login', '--local', '--data', one.data)
  await ok('create', '--type', 'node', 'hello', '--region', 'par', '--org', owner())
  const list = (await (await ask(other, `/v2/organisations/${owner()}/applications`)).json()) as {
    id: string
  }[]
  id = list[0]?.id ?? assert.fail('the other server does not know the application')
  const { output } = await ok('open', '--print')
  host = new URL(output.trim().split('\n').at(-1) ?? '').hostname
  await using events = await listen(other, `/v4/berth/organisations/${owner()}/events`)
  const logPath = `/v4/logs/organisations/${owner()}/applications/${id}/logs`
  await using log = await listen(other, logPath)
  await push('first')
  await events.says(/DEPLOYMENT_STATE_CHANGE/)
  await events.says(/DEPLOYMENT_ACTION_END/)
  await log.says(/APPLICATION_LOG .*Deploy/)
  const [deployed] = await deploymentsEnd(1, other)
  assert.equal(deployed?.state, 'OK')
  assert.equal((await visit(one.addresses.visitors.http, host)).status, 200)
})

test('two servers: what is asked of the other server is done by the one that the application is assigned to', async () => {
  const asked = await ask(other, `${applicationPath()}/instances`, 'POST')
  assert.equal(asked.status, 200, await asked.text())
  const [again] = await deploymentsEnd(2, other)
  assert.equal(again?.state, 'OK')
  await until(async () => (await instancesOf()).length === 1, { timeout, what: 'one instance' })
  const remote = `${other.addresses.git.https.replace('//', `//${one.admin.token}:${one.admin.secret}@`)}/${id}.git`
  const refused = await project.tryGit('-c', 'http.sslVerify=false', 'ls-remote', remote)
  assert.match(refused.output, /is assigned to another server: use ssh:\/\/git@/)
})

test('two servers: a signed request is accepted once, whichever server it is sent to', async () => {
  const signed = new URL('/v2/self', one.addresses.api)
  const authorization = signedHeader(one.admin, 'GET', signed)
  const send = (berth: TestBerth) =>
    visit(berth.addresses.api, signed.host, { path: signed.pathname, headers: { authorization } })
  assert.equal((await send(one)).status, 200)
  const replay = await send(other)
  assert.deepEqual([replay.status, /nonce was used before/.test(replay.body)], [401, true])
})

test('two servers: after a crash of one in mid-deployment the other goes on; the deployment ends after the restart', async () => {
  await using visitors = keepVisiting(one.addresses.visitors.http, host)
  const commit = await push('second')
  await begins(3)
  await one.signal('SIGKILL')
  const refused = await until(
    async () => {
      const response = await ask(other, `${applicationPath()}/instances`, 'POST')
      return response.status === 503 && response
    },
    { timeout, every: 500, what: '503 for the application whose server is away' },
  )
  assert.equal(refused.headers.get('retry-after'), '15')
  assert.match(await refused.text(), /The server of this application is away/)
  const [running] = await deployments(other)
  assert.deepEqual([running?.state, running?.commit], ['WIP', commit], 'not taken by the other')
  // Mails were sent by the server that has crashed.
  const added = 'ada@example.test'
  const mailed = await ask(other, `/v2/self/emails/${encodeURIComponent(added)}`, 'PUT')
  assert.equal(mailed.status, 200, await mailed.text())
  await until(() => other.output.includes(`mail to ${added}`), {
    timeout,
    what: 'the mail of the other server',
  })
  await one.start()
  const all = await deploymentsEnd(3)
  assert.deepEqual([all[0]?.state, all[0]?.commit, all.length], ['OK', commit, 3])
  await until(async () => (await instancesOf()).length === 1, { timeout, what: 'one instance' })
  assert.deepEqual((await visitors.stop()).failures, [])
})

test('two servers: one that stood still for longer than its lease in mid-deployment doubles nothing when it goes on', async () => {
  const commit = await push('third')
  await begins(4)
  process.kill(one.pid, 'SIGSTOP')
  await sleep(standstill)
  const [stopped] = await deployments(other)
  process.kill(one.pid, 'SIGCONT')
  assert.equal(stopped?.commit, commit)
  const all = await deploymentsEnd(4)
  assert.deepEqual(
    all.map(({ state }) => state),
    ['OK', 'OK', 'OK', 'OK'],
  )
  await until(async () => (await instancesOf()).length === 1, { timeout, what: 'one instance' })
  assert.equal((await visit(one.addresses.visitors.http, host)).status, 200)
})

test('two servers: while the database is away both answer 503 with Retry-After, then everything goes on', async () => {
  await using visitors = keepVisiting(one.addresses.visitors.http, host)
  const commit = await push('fourth')
  await begins(5)
  await database.stop()
  const end = Date.now() + outage
  const answers = new Set<string>()
  while (Date.now() < end) {
    for (const berth of [one, other]) {
      for (const path of ['/v2/self', applicationPath()]) {
        const response = await ask(berth, path)
        await response.text()
        answers.add(`${response.status} ${response.headers.get('retry-after')}`)
      }
    }
    await sleep(500)
  }
  assert.deepEqual([...answers], ['503 5'])
  await database.start()
  const all = await deploymentsEnd(5)
  assert.deepEqual([all[0]?.state, all[0]?.commit, all.length], ['OK', commit, 5])
  await until(async () => (await ask(other, '/v2/self')).status === 200, {
    timeout,
    what: 'the other server',
  })
  await until(async () => (await instancesOf()).length === 1, { timeout, what: 'one instance' })
  assert.deepEqual((await visitors.stop()).failures, [])
  for (const berth of [one, other]) assert.doesNotMatch(berth.output, /bug/)
})
