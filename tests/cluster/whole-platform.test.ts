import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { openDocker } from '#engines/swarm/docker-client.ts'
import { label } from '#engines/swarm/swarm-parts.ts'
import { until } from '#kit/concurrency/timeout.ts'
import {
  deploymentStates,
  deploymentsEnd,
  runBerth,
} from '#tests/support/applications/cli-deployments.ts'
import { PushedApplication } from '#tests/support/applications/pushed-application.ts'
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
    berth = await TestBerth.start(
      {
        BERTH_STORE: (await database.createDatabase()).href,
        BERTH_ENGINE: 'swarm',
        BERTH_DOCKER_HOST: lab.nodes[0]?.host ?? '',
        BERTH_REGISTRY: lab.registry.url,
        BERTH_ROUTER: 'haproxy',
        BERTH_ADDONS_BIND: lab.address,
        BERTH_ADDONS_HOST: lab.address,
        BERTH_ADDONS_NETWORKS: lab.subnet,
      },
      lab.registry.prepare,
    )
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

test('cluster: an add-on is reached from each node by the application that is linked', async () => {
  const { client, admin } = berth
  const order = { name: 'cache', providerId: 'redis-addon', region: 'par' }
  const addon = await client.addons.order(admin.organisationId, order)
  const application = await applicationOf('hello')
  await client.addons.link(application, addon.id)
  await ok('scale', '--instances', '3')
  await deploymentsEnd(project, 6)
  await project.write({ 'server.js': redisServer })
  await project.commit('Ask Redis')
  await project.git('push', 'berth', 'master')
  assert.deepEqual([...new Set(await deploymentsEnd(project, 7))], ['OK'])
  const answers = await answersOfAll(3)
  assert.deepEqual(
    answers.map(({ reply }) => reply.replace(/\d+/, 'N')),
    Array(3).fill('+OK :N +OK'),
  )
  assert.equal((await nodesOf(application.id)).size, 3, 'on three nodes')
})

test('cluster: an application that is not linked gets nothing of an add-on', async () => {
  const { client, admin } = berth
  const [addon] = await client.addons.list(admin.organisationId)
  const address = { id: addon?.id ?? '', ownerId: admin.organisationId }
  const variables = await client.addons.variables(address)
  const stranger = await PushedApplication.create(berth, 'stranger', 'hello')
  const known = variables.filter(({ name }) => /_(HOST|PORT)$/.test(name))
  await client.environment.replace(
    stranger.record,
    Object.fromEntries(known.map(({ name, value }) => [name, value])),
  )
  await stranger.project.write({ 'server.js': redisServer })
  await stranger.project.commit('Ask Redis')
  await stranger.project.git('push', 'berth', 'master')
  const { body } = await until(
    async () => {
      const answer = await stranger.visit('/redis')
      return answer.status === 200 && answer
    },
    { timeout: deployTimeout, every: 250, what: 'the application' },
  )
  assert.match(JSON.parse(body).reply, /^-WRONGPASS .* -NOAUTH Authentication required\. \+OK$/)
  await client.applications.delete(stranger.record)
})

test('cluster: the log has each line of each instance once and in order, also after the server was killed', async () => {
  const before = await until(
    async () => {
      const printed = await printedLines()
      return [...printed.values()].filter((lines) => lines.length > 20).length === 3 && printed
    },
    { timeout: 300_000, every: 500, what: 'lines of three instances' },
  )
  await berth.signal('SIGKILL')
  await berth.start()
  const after = await until(
    async () => {
      const printed = await printedLines()
      const isMore = ([id, lines]: [string, number[]]) =>
        (printed.get(id)?.length ?? 0) > lines.length + 20
      return [...before].every(isMore) && printed
    },
    { timeout: 300_000, every: 500, what: 'lines from after the kill' },
  )
  assert.equal(after.size, 3)
  for (const lines of after.values()) assert.deepEqual(lines, [...lines.keys()])
  const { stdout } = await ok('logs', '--no-follow', '--limit', '100', '--search', 'line ')
  const names = new Set(
    stdout
      .trim()
      .split('\n')
      .map((line) => line.split(' ')[1]),
  )
  assert.deepEqual(names, new Set([...after.keys()].map((id) => id.slice(0, 8))))
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
  const all = await deploymentsEnd(project, 8)
  assert.deepEqual([...new Set(all)], ['OK'])
})

/** Prints a numbered line ten times a second, and asks the Redis of its variables on request. */
const redisServer = `import { createServer } from 'node:http'
import { connect } from 'node:net'

const { REDIS_HOST, REDIS_PORT, REDIS_PASSWORD = 'a guess', INSTANCE_ID } = process.env
let number = 0
setInterval(() => console.log('line', number++), 100)

const askRedis = () =>
  new Promise((resolve) => {
    let reply = ''
    const socket = connect({ host: REDIS_HOST, port: Number(REDIS_PORT), timeout: 60_000 })
    socket.on('data', (text) => (reply += text)).on('error', ({ message }) => (reply += message))
    socket.on('timeout', () => socket.destroy()).on('close', () => resolve(reply.trim().replace(/\\r\\n/g, ' ')))
    socket.write('AUTH "' + REDIS_PASSWORD + '"\\r\\nINCR visits\\r\\nQUIT\\r\\n')
  })
createServer(async (request, response) => {
  const reply = request.url === '/redis' ? await askRedis() : ''
  response.end(JSON.stringify({ instance: INSTANCE_ID, reply }))
}).listen(8080, '0.0.0.0')
`

/** Answers of so many instances, one of each. */
async function answersOfAll(count: number): Promise<{ instance: string; reply: string }[]> {
  const answers = new Map<string, { instance: string; reply: string }>()
  await until(
    async () => {
      const answer = JSON.parse((await visit(visitors(), host, { path: '/redis' })).body)
      answers.set(answer.instance, answer)
      return answers.size === count
    },
    { timeout: 300_000, every: 20, what: `${count} instances that answer` },
  )
  return [...answers.values()]
}

async function applicationOf(name: string) {
  const all = await berth.client.applications.list(berth.admin.organisationId)
  return all.find((application) => application.name === name) ?? assert.fail(name)
}

/** Nodes that run instances of an application. */
async function nodesOf(applicationId: string): Promise<Set<string>> {
  const docker = await openDocker({ host: lab.nodes[0]?.host ?? '' })
  const filters = {
    label: [`${label.application}=${applicationId}`],
    'desired-state': ['running'],
  }
  const tasks = (await docker.listTasks({ filters } as object)) as { NodeID: string }[]
  return new Set(tasks.map(({ NodeID }) => NodeID))
}

/** Numbers of the lines that each instance has printed, as they are in the log. */
async function printedLines(): Promise<Map<string, number[]>> {
  const { stdout } = await ok('logs', '--no-follow', '--search', 'line ', '--format', 'json')
  const lines = stdout.trim().split('\n').filter(Boolean)
  const printed = lines
    .map((text) => JSON.parse(text) as { instanceId: string; message: string })
    .filter(({ message }) => /^line \d+$/.test(message))
  const byInstance = Map.groupBy(printed, ({ instanceId }) => instanceId)
  return new Map(
    [...byInstance].map(([id, own]) => [id, own.map(({ message }) => Number(message.slice(5)))]),
  )
}
