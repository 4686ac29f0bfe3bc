import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
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
import { openSwarmLab, type SwarmLab } from '#tests/support/swarm/swarm-lab.ts'
import { keepVisiting, visit } from '#tests/support/visitors/visit.ts'

// One platform on PostgreSQL, Docker Swarm and HAProxy; the tests follow each other on it, because its nodes die.
let database: PostgresqlServer
let lab: SwarmLab
let berth: TestBerth
let project: Project
let host: string

const deployTimeout = 400_000

before(
  async () => {
    ;[database, lab] = await Promise.all([openPostgresqlServer(), openSwarmLab(3)])
    berth = await TestBerth.start({
      BERTH_STORE: (await database.createDatabase()).href,
      BERTH_ENGINE: 'swarm',
      BERTH_DOCKER_HOST: lab.nodes[0]?.host ?? '',
      BERTH_REGISTRY: `http://${lab.registry.host}`,
      BERTH_ROUTER: 'haproxy',
    })
    project = await Project.create(berth, 'hello', 'hello')
  },
  { timeout: deployTimeout },
)
after(async () => {
  await project?.[Symbol.asyncDispose]()
  await berth?.[Symbol.asyncDispose]()
  await lab?.[Symbol.asyncDispose]()
  await database?.[Symbol.asyncDispose]()
})

const ok = (...args: string[]) => runBerth(project, ...args)
const visitors = () => berth.addresses.visitors.http
const push = async (version: string) => {
  await ok('env', 'set', 'VERSION', version)
  await project.write({ 'news.txt': `version ${version}` })
  await project.commit(`Version ${version}`)
  await project.git('push', 'berth', 'master')
}

test('cluster: a first push is built in a container, served through HAProxy, and its log is read', async () => {
  await ok('login', '--local', '--data', berth.data)
  const { organisationId } = berth.admin
  await ok('create', '--type', 'node', 'hello', '--region', 'par', '--org', organisationId)
  const { output } = await ok('open', '--print')
  host = new URL(output.trim().split('\n').at(-1) ?? '').hostname
  await ok('env', 'set', 'NAME', 'Ada')
  await project.git('push', 'berth', 'master')
  assert.deepEqual(await deploymentsEnd(project, 1), ['OK'])
  assert.equal((await visit(visitors(), host)).body, 'Hello Ada, this is version 1.\n')
  await until(async () => (await ok('logs', '--until', new Date().toISOString())).stdout !== '', {
    timeout: 300_000,
    every: 500,
    what: 'a line of the log',
  })
})

test('cluster: another version replaces it without a failed request', async () => {
  await using visiting = keepVisiting(visitors(), host)
  await push('2')
  assert.deepEqual(await deploymentsEnd(project, 2), ['OK', 'OK'])
  await until(async () => (await visit(visitors(), host)).body.includes('version 2'), {
    timeout: 300_000,
    what: 'the second version',
  })
  const { answers, failures } = await visiting.stop()
  assert.ok(answers > 0)
  assert.deepEqual(failures, [])
})

test('cluster: a server killed in the middle of a deployment goes on after its restart, and visitors notice nothing', async () => {
  await using visiting = keepVisiting(visitors(), host)
  await push('3')
  await until(async () => (await deploymentStates(project)).includes('WIP'), {
    timeout: 300_000,
    every: 50,
    what: 'the third deployment',
  })
  await berth.signal('SIGKILL')
  await berth.start()
  assert.equal((await deploymentsEnd(project, 3)).filter((state) => state === 'OK').length, 3)
  await until(async () => (await visit(visitors(), host)).body.includes('version 3'), {
    timeout: 300_000,
    what: 'the third version',
  })
  assert.deepEqual((await visiting.stop()).failures, [])
})

test('cluster: an application restarts, and runs several instances on several nodes', async () => {
  await ok('scale', '--instances', '2')
  await deploymentsEnd(project, 4)
  await ok('restart')
  const all = await deploymentsEnd(project, 5)
  assert.deepEqual([...new Set(all)], ['OK'])
  assert.equal((await visit(visitors(), host)).status, 200)
})

test('cluster: the instances of a node that dies are served elsewhere, and the activity of the platform goes on', async () => {
  const dying = lab.nodes[2] ?? assert.fail('three nodes')
  await dying.kill()
  const calm = 20
  let good = 0
  const died = Date.now()
  await until(
    async () => {
      const isServed = await visit(visitors(), host).then(
        ({ status }) => status === 200,
        () => false,
      )
      good = isServed ? good + 1 : 0
      return good >= calm
    },
    { timeout: 120_000, every: 250, what: 'visits that are answered again' },
  )
  console.log(`# answered all visits ${((Date.now() - died) / 1000).toFixed(1)} s after the death`)
  await push('4')
  const all = await deploymentsEnd(project, 6)
  assert.deepEqual([...new Set(all)], ['OK'])
})
