import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { plaintextHeader } from '#client/http/node/oauth1.ts'
import { openDocker } from '#engines/swarm/docker-client.ts'
import { sleep, until } from '#kit/concurrency/timeout.ts'
import { runBerth } from '#tests/support/applications/cli-deployments.ts'
import type { TestBerth } from '#tests/support/platform/berth.ts'
import { Project } from '#tests/support/projects/project.ts'
import { openServerPair, type ServerPair } from '#tests/support/swarm/server-pair.ts'
import { keepVisiting, type Visitors, visit } from '#tests/support/visitors/visit.ts'

// The tests follow each other on two servers: the application moves from one to the other and back.
let pair: ServerPair
let one: TestBerth
let other: TestBerth
let project: Project
let id: string
let host: string

const timeout = 400_000
/** Longer than a lease of 15 s. */
const leaseOver = 20_000

before(
  async () => {
    pair = await openServerPair()
    ;({ one, other } = pair)
    project = await Project.create(one, 'hello', 'hello')
    // Each start of the program has a name of its own, which a restart would change.
    await project.write({ 'server.js': server })
    await project.commit('A server with a name')
  },
  { timeout },
)
after(async () => {
  await project?.[Symbol.asyncDispose]()
  await pair?.[Symbol.asyncDispose]()
})

const server = `import { createServer } from 'node:http'
import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
const name = randomUUID()
const version = () => { try { return readFileSync('version.txt', 'utf8') } catch { return '1' } }
createServer((_, answer) => answer.end(JSON.stringify({ name, version: version() }))).listen(8080)
setInterval(() => console.log('alive', version()), 1000)
`

const owner = () => one.admin.organisationId
const ask = (berth: TestBerth, path: string, method = 'GET') =>
  fetch(`${berth.addresses.api}${path}`, {
    method,
    headers: { authorization: plaintextHeader(berth.admin) },
  })
const applicationPath = () => `/v2/organisations/${owner()}/applications/${id}`

interface Deployed {
  state: string
  commit: string
}
const deployments = async (berth: TestBerth): Promise<Deployed[]> => {
  const response = await ask(berth, `${applicationPath()}/deployments`)
  assert.equal(response.status, 200)
  return (await response.json()) as Deployed[]
}
const deploymentsEnd = (count: number, berth: TestBerth) =>
  until(
    async () => {
      const all = await deployments(berth).catch(() => [])
      return all.length >= count && !all.some(({ state }) => state === 'WIP') && all
    },
    { timeout, every: 300, what: `the end of ${count} deployments` },
  )
/** Waits until the deployment is in one of the states of the store. */
const isIn = (states: readonly string[]) =>
  until(
    async () => {
      const [newest] = await pair.ask('select "state" from deployments order by "number" desc')
      return states.includes(String(newest?.state))
    },
    { timeout, every: 20, what: `a deployment that is ${states}` },
  )
const served = async (berth: TestBerth): Promise<{ name: string; version: string }> => {
  const { status, body } = await visit(berth.addresses.visitors.http, host)
  assert.equal(status, 200, body)
  return JSON.parse(body)
}
/** Waits until visitors who come to the router of a server see this version. */
const follows = (berth: TestBerth, version: string) =>
  until(async () => (await served(berth).catch(() => undefined))?.version === version, {
    timeout,
    every: 250,
    what: `version ${version} at the router`,
  })
/** The first few: the difference of long lists needs gigabytes. */
const failuresOf = async (visitors: Visitors) => (await visitors.stop()).failures.slice(0, 10)
const serverIdOf = async (berth: TestBerth) => {
  const [row] = await pair.ask(`select "id" from servers where "api" like '%:${portOf(berth)}'`)
  return String(row?.id)
}
const portOf = ({ addresses }: TestBerth) => new URL(addresses.api).port
const livesAt = async (berth: TestBerth) => {
  const serverId = await serverIdOf(berth)
  await until(
    async () => {
      const [assigned] = await pair.ask(`select "serverId" from homes where "name" = '${id}'`)
      return assigned?.serverId === serverId
    },
    { timeout, every: 250, what: 'the takeover' },
  )
}
const remoteOf = ({ addresses: { git }, admin }: TestBerth) =>
  `${git.https.replace('//', `//${admin.token}:${admin.secret}@`)}/${id}.git`
const pushTo = (berth: TestBerth, ...words: string[]) =>
  project.tryGit('-c', 'http.sslVerify=false', 'push', ...words, remoteOf(berth), 'master')
const push = async (berth: TestBerth, version: string) => {
  await project.write({ 'version.txt': version })
  const commit = await project.commit(`Version ${version}`)
  const { code, output } = await pushTo(berth)
  assert.equal(code, 0, output)
  return commit
}
/** One record and one service for each instance, and nothing else. */
const nothingDoubled = async () => {
  const docker = await openDocker({ host: pair.lab.nodes[0]?.host ?? '' })
  await until(
    async () => {
      const services = await docker.listServices()
      const instances = await pair.ask('select "id" from instances')
      // Each server has one more, which rules on what leaves its nodes.
      const names = services.flatMap(({ Spec }) => Spec?.Labels?.['berth.instance'] ?? [])
      return instances.length === 1 && names.length === 1 && names[0] === instances[0]?.id
    },
    { timeout, every: 500, what: 'one instance, which has one service' },
  )
}

test('takeover: a server that starts leaves the services of the other on the same swarm alone', async () => {
  const ok = (...args: string[]) => runBerth(project, ...args)
  await ok('login', '--local', '--data', one.data)
  await ok('create', '--type', 'node', 'hello', '--region', 'par', '--org', owner())
  const [row] = await pair.ask('select "id" from applications')
  id = String(row?.id)
  const { output } = await ok('open', '--print')
  host = new URL(output.trim().split('\n').at(-1) ?? '').hostname
  await push(one, '1')
  const [deployed] = await deploymentsEnd(1, one)
  assert.equal(deployed?.state, 'OK')
  const before = await served(one)
  await follows(other, '1')
  await other.signal('SIGTERM')
  await other.start()
  for (const berth of [one, other]) assert.deepEqual(await served(berth), before)
})

test('takeover: after a crash of its server the application is assigned to the other, and is neither restarted nor missed', async () => {
  const before = await served(one)
  await using visitors = keepVisiting(one.addresses.visitors.http, host)
  await using others = keepVisiting(other.addresses.visitors.http, host)
  const killed = Date.now()
  await one.signal('SIGKILL')
  await livesAt(other)
  console.log(`# taken over ${((Date.now() - killed) / 1000).toFixed(1)} s after the crash`)
  assert.deepEqual(await served(other), before)
  assert.deepEqual(await failuresOf(visitors), [])

  await push(other, '2')
  const all = await deploymentsEnd(2, other)
  assert.deepEqual(
    all.map(({ state }) => state),
    ['OK', 'OK'],
  )
  assert.equal((await served(other)).version, '2')
  assert.deepEqual(await failuresOf(others), [])
  const log = `/v4/logs/organisations/${owner()}/applications/${id}/logs?limit=1000`
  const lines = await until(
    async () => {
      const until = new Date().toISOString()
      const response = await ask(other, `${log}&until=${until}`)
      const text = await response.text()
      return /alive 2/.test(text) && text
    },
    { timeout, every: 500, what: 'a line of the new version' },
  )
  assert.match(lines, /another server has taken it over/)
  await nothingDoubled()
})

test('takeover: the server that comes back has given the application up, and passes requests and visitors on', async () => {
  const before = await served(other)
  await one.start()
  for (const berth of [one, other]) assert.deepEqual(await served(berth), before)
  await using visitors = keepVisiting(one.addresses.visitors.http, host)
  assert.equal((await deployments(one)).length, 2)
  const asked = await ask(one, `${applicationPath()}/instances`, 'POST')
  assert.equal(asked.status, 200, await asked.text())
  const [again] = await deploymentsEnd(3, one)
  assert.equal(again?.state, 'OK')
  await nothingDoubled()
  assert.deepEqual(await failuresOf(visitors), [])
})

test('takeover: a deployment that a crash has interrupted is ended by the other server', async () => {
  await using visitors = keepVisiting(other.addresses.visitors.http, host)
  const commit = await push(one, '3')
  await isIn(['building', 'starting', 'checking'])
  await other.signal('SIGKILL')
  await livesAt(one)
  assert.deepEqual(await failuresOf(visitors), [])
  const all = await deploymentsEnd(4, one)
  assert.deepEqual([all[0]?.state, all[0]?.commit, all.length], ['OK', commit, 4])
  assert.equal((await served(one)).version, '3')
  await nothingDoubled()
  await other.start()
  await nothingDoubled()
})

test('takeover: a server that stood still in mid-deployment gives up when it goes on, and nothing is doubled', async () => {
  const commit = await push(other, '4')
  await isIn(['building', 'starting', 'checking'])
  process.kill(one.pid, 'SIGSTOP')
  try {
    await livesAt(other)
    const all = await deploymentsEnd(5, other)
    assert.deepEqual([all[0]?.state, all[0]?.commit, all.length], ['OK', commit, 5])
  } finally {
    process.kill(one.pid, 'SIGCONT')
  }
  await until(() => one.output.includes(`${id} is assigned to another server now`), {
    timeout,
    what: 'the server that gives up',
  })
  const { name, version } = await served(other)
  assert.equal(version, '4')
  await follows(one, '4')
  await nothingDoubled()
  assert.equal((await served(other)).name, name, 'not restarted by the one that gave up')
  const asked = await ask(one, `${applicationPath()}/instances`, 'POST')
  assert.equal(asked.status, 200, await asked.text())
  const all = await deploymentsEnd(6, one)
  assert.deepEqual([...new Set(all.map(({ state }) => state))], ['OK'])
  await nothingDoubled()
})

test('takeover: a push to a server that stood still for longer than its lease is not in the way of the next one', async () => {
  await writeFile(join(project.folder, 'large.bin'), randomBytes(40 * 1024 * 1024))
  await project.commit('A large file')
  const pushing = pushTo(one)
  const isHeld = `select 1 from claims where "name" = 'repository/${id}' and "expiresAt" > extract(epoch from now()) * 1000`
  await until(async () => (await pair.ask(isHeld)).length === 1, {
    timeout,
    every: 20,
    what: 'the push',
  })
  process.kill(one.pid, 'SIGSTOP')
  try {
    await sleep(leaseOver)
    await project.git('reset', '--quiet', '--hard', 'HEAD~1')
    await push(other, '5')
  } finally {
    process.kill(one.pid, 'SIGCONT')
  }
  const { code, output } = await pushing
  assert.notEqual(code, 0, output)
  const tip = (await project.git('rev-parse', 'HEAD')).stdout.trim()
  for (const berth of [one, other]) {
    const args = ['-c', 'http.sslVerify=false', 'ls-remote', remoteOf(berth), 'refs/heads/master']
    assert.equal((await project.git(...args)).stdout.slice(0, 40), tip)
  }
  const all = await deploymentsEnd(7, other)
  assert.deepEqual([all[0]?.state, all[0]?.commit, all.length], ['OK', tip, 7])
  for (const berth of [one, other]) assert.doesNotMatch(berth.output, /bug/)
})
