import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { plaintextHeader } from '#client/http/node/oauth1.ts'
import { until } from '#kit/concurrency/timeout.ts'
import {
  deploymentStates,
  deploymentsEnd,
  runBerth,
} from '#tests/support/applications/cli-deployments.ts'
import { TestBerth } from '#tests/support/platform/berth.ts'
import { Project } from '#tests/support/projects/project.ts'
import {
  openPostgresqlServer,
  type PostgresqlServer,
} from '#tests/support/servers/postgresql-server.ts'
import { keepVisiting, visit } from '#tests/support/visitors/visit.ts'

/** The whole platform with its facts in PostgreSQL. */
let database: PostgresqlServer
let berth: TestBerth
let project: Project
let host: string

const outage = 5000

before(async () => {
  database = await openPostgresqlServer()
  const url = await database.createDatabase()
  berth = await TestBerth.start({ BERTH_STORE: url.href })
  project = await Project.create(berth, 'hello', 'hello')
})
after(async () => {
  await berth?.[Symbol.asyncDispose]()
  await database?.[Symbol.asyncDispose]()
})

const ok = (...args: string[]) => runBerth(project, ...args)

test('PostgreSQL store: a first push is built and served', async () => {
  await ok('login', '--local', '--data', berth.data)
  const { organisationId } = berth.admin
  await ok('create', '--type', 'node', 'hello', '--region', 'par', '--org', organisationId)
  const { output } = await ok('open', '--print')
  host = new URL(output.trim().split('\n').at(-1) ?? '').hostname
  await ok('env', 'set', 'NAME', 'Ada')
  await project.git('push', 'berth', 'master')
  assert.deepEqual(await deploymentsEnd(project, 1), ['OK'])
  const { body } = await visit(berth.addresses.visitors.http, host)
  assert.equal(body, 'Hello Ada, this is version 1.\n')
})

test('PostgreSQL store: a restarted server knows everything', async () => {
  await berth.signal('SIGTERM')
  await berth.start()
  assert.deepEqual(await deploymentStates(project), ['OK'])
  assert.equal((await visit(berth.addresses.visitors.http, host)).status, 200)
})

test('PostgreSQL store: while the database is away, calls answer 503 with Retry-After; the deployment that was running ends well', async () => {
  await using visitors = keepVisiting(berth.addresses.visitors.http, host)
  await ok('env', 'set', 'VERSION', '2')
  await project.write({ 'news.txt': 'second version' })
  await project.commit('Second version')
  await project.git('push', 'berth', 'master')
  await until(async () => (await deploymentStates(project)).includes('WIP'), {
    timeout: 300_000,
    every: 20,
    what: 'the second deployment',
  })
  await database.stop()
  const end = Date.now() + outage
  const answers: (string | null)[] = []
  while (Date.now() < end) {
    const response = await fetch(`${berth.addresses.api}/v2/self`, {
      headers: { authorization: plaintextHeader(berth.admin) },
    })
    answers.push(`${response.status} ${response.headers.get('retry-after')}`)
    const { type, message } = (await response.json()) as { type: string; message: string }
    assert.deepEqual([type, /database is not available/.test(message)], ['error', true])
    await sleep(200)
  }
  assert.deepEqual([...new Set(answers)], ['503 5'])
  await database.start()
  assert.deepEqual(await deploymentsEnd(project, 2), ['OK', 'OK'])
  const { failures, bodies } = await visitors.stop()
  assert.deepEqual(failures, [])
  assert.ok(bodies.includes('Hello Ada, this is version 2.\n') || (await isSecond()))
  assert.doesNotMatch(berth.output, /bug/)
})

const isSecond = async () =>
  (await visit(berth.addresses.visitors.http, host)).body === 'Hello Ada, this is version 2.\n'
